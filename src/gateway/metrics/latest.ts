/** How a scrape gets what takes a while to read. */

/** Several servers may scrape, and anybody may ask often. */
const minIntervalMs = 10_000
const timeoutMs = 1000

export interface Latest<T> {
  /** null: it could not be read in time. */
  value: T | null
  /** How long the last read took that ended, in seconds; null: none has. */
  seconds: number | null
}

/**
 * Reads at most every ten seconds, one read at a time, and waits a second for it at most. A slow read goes on, and the next caller gets what it
 * resolves to. What could not be read is null rather than old. Never rejects.
 * @param monotonicMs milliseconds of a clock that nobody can set
 */
export function createLatest<T>(read: () => Promise<T>, monotonicMs: () => number = () => performance.now()): () => Promise<Latest<T>> {
  let last: { at: number; value: T } | null = null
  let seconds: number | null = null
  let underWay: Promise<void> | null = null

  async function refresh(): Promise<void> {
    const began = monotonicMs()
    try {
      const value = await read()
      last = { at: monotonicMs(), value }
    } catch {
      last = null
    }
    seconds = (monotonicMs() - began) / 1000
    underWay = null
  }

  const isFresh = () => last !== null && monotonicMs() - last.at < minIntervalMs

  return async () => {
    if (!isFresh()) await withinTime((underWay ??= refresh()))
    return { value: isFresh() && last ? last.value : null, seconds }
  }
}

function withinTime(work: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, timeoutMs)
    void work.then(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
