/** Caches metrics that take a while to read. */

/** Several servers may scrape, and each may do so often. */
const minIntervalMs = 10_000
const timeoutMs = 1000

export interface Latest<T> {
  /** null: it could not be read in time. */
  value: T | null
  /** The duration of the last completed read, in seconds; null: none has completed. */
  seconds: number | null
}

/**
 * Reads at most every ten seconds, one read at a time, and waits for it at most a second. A slow read continues, and a later caller gets its result. If a
 * value could not be read, it is null rather than outdated. Never rejects.
 * @param monotonicMs milliseconds of the monotonic clock
 */
export function createLatest<T>(read: () => Promise<T>, monotonicMs: () => number = () => performance.now()): () => Promise<Latest<T>> {
  let last: { at: number; value: T } | null = null
  let seconds: number | null = null
  let reading: Promise<void> | null = null

  async function refresh(): Promise<void> {
    const began = monotonicMs()
    try {
      const value = await read()
      last = { at: monotonicMs(), value }
    } catch {
      last = null
    }
    seconds = (monotonicMs() - began) / 1000
    reading = null
  }

  const isFresh = () => last !== null && monotonicMs() - last.at < minIntervalMs

  return async () => {
    if (!isFresh()) await withinTime((reading ??= refresh()))
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
