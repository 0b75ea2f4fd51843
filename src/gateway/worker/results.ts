import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { GatewayTables, Trx } from '../database/database.ts'
import { notifyJobStuck } from '../notifications/notify.ts'
import { actionOf, rowOf } from './planner.ts'
import type { ActionResult, PlannedAction } from './task.ts'
import type { WorkOptions } from './work.ts'

export type ActionRow = Selectable<GatewayTables['planned_action']> & { sealed_token: string; account_id: number }

const firstRetryMs = 5000
/** The wait before a failed action is retried doubles each time, up to this. */
export const maxRetryMs = 10 * 60_000

/** Failed attempts after which people are notified: about five minutes of trying. */
const stuckAttempts = 6

/** Stores what became of an action. */
export function createResults({ nowMs, notify }: Pick<WorkOptions, 'nowMs' | 'notify'>) {
  async function finish(
    trx: Trx,
    row: ActionRow,
    action: PlannedAction,
    { outcome, note, title = action.title, isUnlisted, next }: ActionResult,
  ) {
    const { numDeletedRows } = await trx.deleteFrom('planned_action').where('id', '=', row.id).executeTakeFirstOrThrow()
    if (next && numDeletedRows === 1n)
      await trx
        .insertInto('planned_action')
        .values(rowOf({ ...next, workspace: action.workspace, kind: action.kind, key: action.key }))
        .execute()
    if (!isUnlisted) await list(trx, row, { title, outcome, result: note })
  }

  /** Schedules the next attempt. */
  async function retryLater(trx: Trx, row: ActionRow) {
    const waitMs = Math.min(maxRetryMs, firstRetryMs * 2 ** Math.min(row.attempts, 20))
    await trx
      .updateTable('planned_action')
      .set({ started: 0, attempts: row.attempts + 1, not_before: nowMs() + waitMs })
      .where('id', '=', row.id)
      .execute()
    if (row.attempts + 1 === stuckAttempts) await notifyJobStuck(notify, row.workspace, { ...actionOf(row), title: row.title }, trx)
    // Listed once, not with every attempt.
    if (row.attempts === 0) await list(trx, row, { title: row.title, outcome: 'failed', result: '' })
  }

  const list = (
    trx: Trx,
    { workspace, kind, chat_ids, note }: ActionRow,
    entry: Pick<GatewayTables['past_action'], 'title' | 'outcome' | 'result'>,
  ) =>
    trx
      .insertInto('past_action')
      .values({ id: randomUUID(), workspace, kind, chat_ids, note, at: nowMs(), ...entry })
      .execute()

  return { finish, retryLater }
}
