/** Rounds of work of the gateway that holds the lease. */
export interface Rounds {
  /** Runs one round now. Never rejects. */
  run: () => Promise<void>
  /** Runs a round every second until it is stopped. */
  start: () => void
  /** Starts the next round at once. */
  wake: () => void
  /** Starts no more rounds, and waits for the current one. */
  stop: () => Promise<void>
  /** Aborted by stop(). */
  stopping: AbortSignal
}

interface Options {
  /** Rejects if the database does not answer. */
  tick: () => Promise<void>
  /** Resolves after a time in milliseconds, or when the signal is aborted. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>
  /** Called for the first of several rounds that fail one after another: a database that does not answer is logged once, not every second. */
  onFailure: (error: unknown) => void
}

const roundMs = 1000

export function createRounds({ tick, wait, onFailure }: Options): Rounds {
  const stopping = new AbortController()
  let pause = new AbortController()
  let loop: Promise<void> | undefined
  let hasFailed = false

  async function run() {
    try {
      await tick()
      hasFailed = false
    } catch (error) {
      if (!hasFailed) onFailure(error)
      hasFailed = true
    }
  }

  async function runUntilStopped() {
    while (!stopping.signal.aborted) {
      await wait(roundMs, pause.signal)
      pause = new AbortController()
      await run()
    }
  }

  const wake = () => pause.abort()
  return {
    run,
    start: () => {
      loop ??= runUntilStopped()
    },
    wake,
    stop: async () => {
      stopping.abort()
      wake()
      await loop
    },
    stopping: stopping.signal,
  }
}
