import { setImmediate } from 'node:timers/promises'

let last: Promise<unknown> = Promise.resolve()
let pending = 0

/** How many callers wait in yieldToEventLoop(). */
export const pendingYields = (): number => pending

/** What the work comes to, or undefined once it has taken longer; it goes on then. */
export async function inTime<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined)
  })
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}

/** Yields before a costly piece of work. Callers are resumed one per turn of the event loop, so that other requests run in between. */
export async function yieldToEventLoop(): Promise<void> {
  pending++
  last = last.then(() => setImmediate())
  await last
  pending--
}
