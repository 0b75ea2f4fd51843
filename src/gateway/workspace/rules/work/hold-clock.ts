/**
 * The remaining time of holds. A hold is stored as the time at which it expires (`due`), by the clock of the database. That clock is compared with the
 * monotonic clock: a jump neither shortens nor extends a hold, and no hold expires while no gateway works.
 */

/** Both clocks, in milliseconds. `slackMs`: the time between the two readings. */
export interface ClockReading {
  wall: number
  monotonic: number
  slackMs: number
}

/** What happened since the last reading. `jumped`: the wall clock moved ahead of the elapsed time by `ms`, or back if it is negative. */
export type Passed = { kind: 'steady' } | { kind: 'jumped'; ms: number } | { kind: 'away' }

/** After this long without a round the page says that no worker runs (worker/read-standing.ts), and holds that expired in the meantime start over. */
export const awayMs = 30_000
/** A clock that is adjusted gradually stays within this from one round to the next. */
const toleranceMs = 2000

/**
 * @param before the last reading of this process; null: it has just started
 * @param last when a round was noted in the database, by its clock; null: never
 */
export function passedSince(before: ClockReading | null, now: ClockReading, last: number | null): Passed {
  // If the clock was set back while no gateway worked, now is before the last round.
  if (!before) return last === null || now.wall < last || now.wall - last > awayMs ? { kind: 'away' } : { kind: 'steady' }
  const passed = now.monotonic - before.monotonic
  if (passed > awayMs) return { kind: 'away' }
  // Clocks of a process count fractions of milliseconds, and PostgreSQL stores none.
  const ms = Math.round(now.wall - before.wall - passed)
  return Math.abs(ms) > toleranceMs + before.slackMs + now.slackMs ? { kind: 'jumped', ms } : { kind: 'steady' }
}

interface Hold {
  due: number
  /** The full length of the hold. */
  holdMs: number
}

/** When a hold expires after that. Never later than a full hold from now, whichever clock wrote it. */
export function dueAfter(passed: Passed, { due, holdMs }: Hold, now: number): number {
  const full = now + holdMs
  const moved = passed.kind === 'jumped' ? due + passed.ms : due
  if (passed.kind === 'away' && moved <= now) return full
  return Math.min(moved, full)
}
