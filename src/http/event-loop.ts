import { setImmediate } from 'node:timers/promises'

let last: Promise<unknown> = Promise.resolve()
let pending = 0

/** How many callers wait in yieldToEventLoop(). */
export const pendingYields = (): number => pending

/** Yields before a costly piece of work. Callers are resumed one per turn of the event loop, so that other requests run in between. */
export async function yieldToEventLoop(): Promise<void> {
  pending++
  last = last.then(() => setImmediate())
  await last
  pending--
}
