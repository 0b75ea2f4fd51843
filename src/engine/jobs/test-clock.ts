import type { Wait } from './request-scheduler.ts'

/** Virtual time: it advances only when nothing else can happen, so waits take no real time and the same seed gives the same run. */
export function createClock() {
  let now = 0
  let order = 0
  const timers: { at: number; order: number; run: () => void }[] = []

  function after(ms: number, run: () => void) {
    const timer = { at: now + ms, order: order++, run }
    const later = timers.findLastIndex(({ at }) => at <= timer.at)
    timers.splice(later + 1, 0, timer)
  }

  const wait: Wait = (ms, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve()
      const finish = () => {
        signal.removeEventListener('abort', finish)
        resolve()
      }
      after(ms, finish)
      signal.addEventListener('abort', finish)
    })

  /** Advances time until the work is done. Rejects as the work does, or if it can never end. */
  async function until<T>(work: Promise<T>): Promise<T> {
    let isDone = false
    const finish = () => void (isDone = true)
    work.then(finish, finish)
    for (;;) {
      // Lets everything happen that needs no time.
      await new Promise<void>((resolve) => void setImmediate(resolve))
      if (isDone) return work
      const next = timers.shift()
      if (!next) throw new Error('The work waits for something that never happens')
      now = next.at
      next.run()
    }
  }

  return { now: () => now, after, wait, until }
}

export type Clock = ReturnType<typeof createClock>

/** Numbers from 0 to 1, the same for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
