import { sql } from 'kysely'
import type { Query } from '#gateway/database/database.ts'
import { undoMs } from '#contract/gateway/job-frame.ts'
import { moveDue } from '../hit-states.ts'
import { readNow } from '#gateway/worker/lease.ts'
import { rowsWith } from '#db/rows.ts'
import type { ClockReading, WatchRound } from './watch.ts'

/**
 * The remaining time of holds. A hold is stored as the time at which it expires (`due`), by the clock of the database. That clock is compared with the
 * monotonic clock: a jump neither shortens nor extends a hold, and no hold expires while no gateway works.
 */

/** What happened since the last reading. `jumped`: the wall clock moved ahead of the elapsed time by `ms`, or back if it is negative. */
export type Passed = { kind: 'steady' } | { kind: 'jumped'; ms: number } | { kind: 'away' }

/** After this long without a round the page says that no worker runs (worker/standing.ts), and holds that expired in the meantime start over. */
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

/** Corrects the expiry of holds by the time that has really passed. Each round starts with this. */
export async function adjustHolds(round: WatchRound): Promise<void> {
  const { database, watch, monotonicMs, leaseNow, workspace } = round
  const began = monotonicMs()
  const wall = await readNow(database.query, leaseNow)
  const reading = { wall, monotonic: began, slackMs: monotonicMs() - began }
  const passed = passedSince(watch.clock, reading, watch.last)
  watch.clock = reading
  if (passed.kind === 'steady') return
  const rows = await heldOf(database.query, workspace).select(['id', 'due', 'rule_id', 'by']).where('due', 'is not', null).execute()
  const holds = new Map(watch.rules.map(({ id, rule }) => [id, (rule.actions.deleteAfterSeconds ?? 0) * 1000]))
  const changed = rows.flatMap(({ id, due, rule_id, by }) => {
    // What a person decided to delete waits for the time to undo only.
    const holdMs = by === '' ? (holds.get(rule_id) ?? 0) : undoMs
    const after = dueAfter(passed, { due: due ?? wall, holdMs }, wall)
    return after === due ? [] : [{ id, due, after }]
  })
  if (changed.length === 0) return
  await round.write(async (trx) => {
    for (const { id, due, after } of changed) await moveDue(trx, id, due, after)
  })
}

const heldOf = (query: Query, workspace: string) => rowsWith(query, 'rule_hit', { workspace, state: 'held' })

/** Milliseconds until the next hold expires; null: nothing is held. */
export async function nextHoldMs({ database, workspace, leaseNow }: WatchRound): Promise<number | null> {
  const { due, now } = await heldOf(database.query, workspace)
    .select((is) => [is.fn.min('due').as('due'), leaseNow().as('now')])
    .executeTakeFirstOrThrow()
  return due === null ? null : Math.max(0, due - now)
}

/** While something is held, rounds follow each other closely enough to detect that no gateway worked. */
export const maxRoundGapMs = awayMs / 6

/** Whether hits still have to be deleted or looked up, even if no rule runs. */
export async function hasOpenHits({ database, workspace }: WatchRound): Promise<boolean> {
  const row = await rowsWith(database.query, 'rule_hit', { workspace, state: ['held', 'deleting', 'unknown'] })
    .select(sql`1`.as('one'))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
