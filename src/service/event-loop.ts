import { setImmediate } from 'node:timers/promises'

let last: Promise<unknown> = Promise.resolve()
let waiting = 0

/** How many wait for a turn of their own. */
export const waitingForTurns = (): number => waiting

/** A turn of the event loop for one piece of costly work: however many wait for theirs, other requests come in between. */
export async function ownTurn(): Promise<void> {
  waiting++
  last = last.then(() => setImmediate())
  await last
  waiting--
}
