/**
 * The time that is left before a held message is deleted. It is stored as the moment at which it ends (`due`), by the clock of the database. What that
 * clock says is compared with a clock that nobody can set: a jump neither ends a hold early nor makes it last, and while nobody worked none ends.
 */

/** Both clocks at one moment, in milliseconds. `slackMs`: how far apart the two were read. */
export interface ClockReading {
  wall: number
  monotonic: number
  slackMs: number
}

/** What happened since the last reading. `jumped`: the wall clock went ahead of the time by `ms`, or back where it is negative. */
export type Passed = { kind: 'steady' } | { kind: 'jumped'; ms: number } | { kind: 'away' }

/** After so long without a round people are told that nobody works (worker/read-standing.ts), and holds that ended meanwhile start again. */
export const awayMs = 30_000
/** Clocks that are corrected little by little stay within this from one round to the next. */
const toleranceMs = 2000

/**
 * @param before the last reading of this process; null: it has just begun
 * @param last when a round was noted in the database, by its clock; null: never
 */
export function passedSince(before: ClockReading | null, now: ClockReading, last: number | null): Passed {
  // A clock that was set back while nobody worked looks like a time before the last round.
  if (!before) return last === null || now.wall < last || now.wall - last > awayMs ? { kind: 'away' } : { kind: 'steady' }
  const passed = now.monotonic - before.monotonic
  if (passed > awayMs) return { kind: 'away' }
  const ms = now.wall - before.wall - passed
  return Math.abs(ms) > toleranceMs + before.slackMs + now.slackMs ? { kind: 'jumped', ms } : { kind: 'steady' }
}

interface Hold {
  due: number
  /** How long it is held at all. */
  holdMs: number
}

/** When a hold ends after that. Never later than a full hold from now, whichever clock has written it. */
export function dueAfter(passed: Passed, { due, holdMs }: Hold, now: number): number {
  const full = now + holdMs
  const moved = passed.kind === 'jumped' ? due + passed.ms : due
  if (passed.kind === 'away' && moved <= now) return full
  return Math.min(moved, full)
}
