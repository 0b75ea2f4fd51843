import { randomUUID } from 'node:crypto'
import type { Insertable, Selectable } from 'kysely'
import { z } from 'zod/mini'
import type { PlannedKind } from '#contract/gateway/standing-access.ts'
import { remove, upsert } from '#db/rows.ts'
import type { Query, GatewayTables } from '../database/database.ts'
import { fromJson } from '../access/member.ts'

/** A planned action, identified by its workspace, kind and key: planning it again replaces it. */
export interface PlannedAction {
  workspace: string
  kind: PlannedKind
  key: string
  /** Milliseconds. */
  due: number
  /**
   * For the list of planned actions: "End the mode “Lockdown”" and the reason. Neither text may name a chat, because people who do not see all of the
   * chats read them too.
   */
  title: string
  note: string
  /** Empty: about no chat, or about all. */
  chatIds: readonly number[]
  /** Input of the task as JSON, or ''. */
  data: string
}

/**
 * Plans an action, in place of the one of the same workspace, kind and key: if that one is running, it finishes, and this one runs as well. The worker of
 * one gateway on this database carries actions out while standing access is on.
 */
export async function planAction(query: Query, action: PlannedAction): Promise<void> {
  const { workspace, kind, key, ...changes } = rowOf(action)
  await upsert(query, 'planned_action', { workspace, kind, key }, changes)
}

/** If the action is running, it finishes and is not repeated. */
export async function cancelAction(
  query: Query,
  { workspace, kind, key }: Pick<PlannedAction, 'workspace' | 'kind' | 'key'>,
): Promise<void> {
  await remove(query, 'planned_action', { workspace, kind, key })
}

/** A new row with a new id. */
export const rowOf = ({ chatIds, due, ...action }: PlannedAction): Insertable<GatewayTables['planned_action']> => ({
  ...action,
  // The clock of a process counts fractions of milliseconds, which PostgreSQL refuses. An action that could not be planned again would run without end.
  due: Math.ceil(due),
  id: randomUUID(),
  chat_ids: JSON.stringify(chatIds),
  started: 0,
  attempts: 0,
  not_before: 0,
  approved: 0,
})

export const chatIdsIn = (text: string): number[] => fromJson(ChatIds, text)
const ChatIds = z.array(z.number())

export const actionOf = ({ chat_ids, ...row }: Selectable<GatewayTables['planned_action']>): PlannedAction => ({
  workspace: row.workspace,
  kind: row.kind,
  key: row.key,
  due: row.due,
  title: row.title,
  note: row.note,
  chatIds: chatIdsIn(chat_ids),
  data: row.data,
})
