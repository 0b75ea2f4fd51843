interface Options {
  /** Rejects if the database does not answer. */
  tick: () => Promise<void>
  /** Resolves after a time in milliseconds, or when the signal is aborted. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>
  /** Called for the first of several rounds that fail one after another: a database that does not answer is logged once, not every second. */
  onFailure: (error: unknown) => void
}

const roundMs = 1000

export type Rounds = ReturnType<typeof createRounds>

/** Rounds, which begin pieces of work that go on beside them. */
export function createRounds({ tick, wait, onFailure }: Options) {
  const stopping = new AbortController()
  let pause = new AbortController()
  let loop: Promise<void> | undefined
  let hasFailed = false
  const running = new Map<string, Promise<void>>()
  const settled = async () => {
    while (running.size > 0) await Promise.all(running.values())
  }

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
    /** Runs one round now. Never rejects. */
    run,
    /** Runs a round every second until it is stopped. */
    start: () => {
      loop ??= runUntilStopped()
    },
    /** Starts the next round at once. */
    wake,
    /** The work that is under way, by what begin() was given. */
    running: running as ReadonlyMap<string, Promise<void>>,
    /** Keeps a piece of work, which never rejects, until it has ended. Resolves then. */
    begin: (key: string, work: Promise<void>): Promise<void> => {
      const ended = work.finally(() => running.delete(key))
      running.set(key, ended)
      return ended
    },
    /** Resolves once nothing is under way. */
    settled,
    /** Starts no more rounds, and waits for the current one and for what is under way. */
    stop: async () => {
      stopping.abort()
      wake()
      await loop
      await settled()
    },
    /** Aborted by stop(). */
    stopping: stopping.signal,
  }
}
