import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { SessionTables } from '../../../session/tables.ts'
import { readNow } from '../review/read-review.ts'
import { awayMs, dueAfter, passedSince } from './hold-clock.ts'
import type { Turn } from './watch.ts'

/** Brings the ends of holds in line with the time that has really passed. */

/** With which a turn begins. */
export async function keepHolds(turn: Turn): Promise<void> {
  const { database, watch, monotonicMs, leaseNow, workspace } = turn
  const began = monotonicMs()
  const wall = await readNow(database.query, leaseNow)
  const reading = { wall, monotonic: began, slackMs: monotonicMs() - began }
  const passed = passedSince(watch.clock, reading, watch.last)
  watch.clock = reading
  if (passed.kind === 'steady') return
  const rows = await heldOf(database.query, workspace).select(['id', 'due', 'rule_id', 'by']).where('due', 'is not', null).execute()
  const holds = new Map(watch.rules.map(({ id, rule }) => [id, (rule.actions.deleteAfterSeconds ?? 0) * 1000]))
  const changed = rows.flatMap(({ id, due, rule_id, by }) => {
    // What a person decided to delete is not held at all.
    const holdMs = by === '' ? (holds.get(rule_id) ?? 0) : 0
    const after = dueAfter(passed, { due: due ?? wall, holdMs }, wall)
    return after === due ? [] : [{ id, due, after }]
  })
  if (changed.length === 0) return
  await turn.write(async (trx) => {
    for (const { id, due, after } of changed)
      await trx
        .updateTable('rule_hit')
        .set({ due: after })
        .where('id', '=', id)
        .where('state', '=', 'held')
        // Somebody may have decided meanwhile.
        .where('due', '=', due)
        .execute()
  })
}

const heldOf = (query: Kysely<SessionTables>, workspace: string) =>
  query.selectFrom('rule_hit').where('workspace', '=', workspace).where('state', '=', 'held')

/** When the next hold ends, in milliseconds from now; null: nothing is held. */
export async function nextHoldMs({ database, workspace, leaseNow }: Turn): Promise<number | null> {
  const { due, now } = await heldOf(database.query, workspace)
    .select((is) => [is.fn.min('due').as('due'), leaseNow().as('now')])
    .executeTakeFirstOrThrow()
  return due === null ? null : Math.max(0, due - now)
}

/** While something is held, rounds are close enough together to notice that nobody worked. */
export const maxTurnGapMs = awayMs / 6

/** Whether anything is still to be done that the rules themselves do not say. */
export async function hasOpenHits({ database, workspace }: Turn): Promise<boolean> {
  const row = await database.query
    .selectFrom('rule_hit')
    .select(sql`1`.as('one'))
    .where('workspace', '=', workspace)
    .where('state', 'in', ['held', 'deleting', 'unknown'])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
