import type { Hit } from '#contract/workspace/review.ts'
import { createClock } from '#dashboard/ui/format/create-clock.ts'

/** How long a held message stays, by the clock of the server: that of this computer may be minutes off. */

let aheadMs = 0

/** @param at the time of the server in an answer, @param receivedAt when the answer arrived, by the clock of this computer; both in milliseconds */
export function noteServerTime(at: number, receivedAt: number): void {
  aheadMs = at - receivedAt
}

const useSecond = createClock(1)

/** The present in milliseconds by the clock of the server, renewed every second. */
export const useServerNow = (): number => useSecond() * 1000 + aheadMs

/** Whole seconds until a held message is deleted, counted down while all rules are on; null: it is not held. @param now milliseconds, of the server */
export function secondsLeft({ due, leftMs }: Pick<Hit, 'due' | 'leftMs'>, now: number): number | null {
  const left = due === null ? leftMs : due - now
  return left === null ? null : Math.max(0, Math.ceil(left / 1000))
}

/** The same for a component, which is drawn again every second. */
export const useSecondsLeft = (hit: Pick<Hit, 'due' | 'leftMs'>): number | null => secondsLeft(hit, useServerNow())
