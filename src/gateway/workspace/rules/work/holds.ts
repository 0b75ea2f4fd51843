import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { SessionTables } from '../../../session/tables.ts'
import { undoMs } from '#contract/undo-time.ts'
import { readNow } from '../review/read-review.ts'
import { awayMs, dueAfter, passedSince } from './hold-clock.ts'
import type { WatchRound } from './watch.ts'

/** Brings the ends of holds in line with the time that has really passed. */

/** Corrects the expiry of holds by the time that has really passed (hold-clock.ts). Each round starts with this. */
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
    for (const { id, due, after } of changed)
      await trx
        .updateTable('rule_hit')
        .set({ due: after })
        .where('id', '=', id)
        .where('state', '=', 'held')
        // Somebody may have decided in the meantime.
        .where('due', '=', due)
        .execute()
  })
}

const heldOf = (query: Kysely<SessionTables>, workspace: string) =>
  query.selectFrom('rule_hit').where('workspace', '=', workspace).where('state', '=', 'held')

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
  const row = await database.query
    .selectFrom('rule_hit')
    .select(sql`1`.as('one'))
    .where('workspace', '=', workspace)
    .where('state', 'in', ['held', 'deleting', 'unknown'])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
