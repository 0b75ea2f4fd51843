import type { Hit } from '#contract/gateway/review.ts'
import { useSecond } from '#dashboard/ui/format/time.tsx'

/** The remaining time of held messages, by the clock of the server, because the clock of this computer may be wrong. */

let aheadMs = 0

/** @param at the time of the server in an answer, @param receivedAt when the answer arrived, by the clock of this computer; both in milliseconds */
export function noteServerTime(at: number, receivedAt: number): void {
  aheadMs = at - receivedAt
}

/** The current time in milliseconds by the clock of the server, updated every second. */
export const useServerNow = (): number => useSecond() * 1000 + aheadMs

/** Whole seconds until a held message is deleted, counted down while all rules are on; null: it is not held. @param now milliseconds, of the server */
export function secondsLeft({ due, leftMs }: Pick<Hit, 'due' | 'leftMs'>, now: number): number | null {
  const left = due === null ? leftMs : due - now
  return left === null ? null : Math.max(0, Math.ceil(left / 1000))
}

/** The same for a component, which renders again every second. */
export const useSecondsLeft = (hit: Pick<Hit, 'due' | 'leftMs'>): number | null => secondsLeft(hit, useServerNow())
