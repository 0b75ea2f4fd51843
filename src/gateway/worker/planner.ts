import { randomUUID } from 'node:crypto'
import type { Insertable, Selectable } from 'kysely'
import { z } from 'zod/mini'
import type { PlannedKind } from '#contract/gateway/standing-access.ts'
import { equal } from '#db/equal.ts'
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
   * For the list of planned actions: "End the preset “Lockdown”" and the reason. Neither text may name a chat, because people who do not see all of the
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
 * Schedules actions. The worker of one gateway on this database carries them out while standing access is on. The last argument is a transaction that
 * the change belongs to.
 */
export interface Planner {
  /** Replaces the action of the same workspace, kind and key. If that one is running, it finishes, and this one runs as well. */
  plan: (action: PlannedAction, query?: Query) => Promise<void>
  /** If the action is running, it finishes and is not repeated. */
  cancel: (action: Pick<PlannedAction, 'workspace' | 'kind' | 'key'>, query?: Query) => Promise<void>
  /** The actions of a kind that are not done, including late ones. */
  planned: (workspace: string, kind: PlannedKind, query?: Query) => Promise<PlannedAction[]>
}

export const createPlanner = (own: Query): Planner => ({
  plan: async (action, query = own) => {
    const { workspace: _, kind: __, key: ___, ...changes } = rowOf(action)
    await query
      .insertInto('planned_action')
      .values(rowOf(action))
      .onConflict((conflict) => conflict.columns(['workspace', 'kind', 'key']).doUpdateSet(changes))
      .execute()
  },

  cancel: async ({ workspace, kind, key }, query = own) => {
    await query.deleteFrom('planned_action').where(equal({ workspace, kind, key })).execute()
  },

  planned: async (workspace, kind, query = own) => {
    const found = query.selectFrom('planned_action').selectAll().where(equal({ workspace, kind }))
    return (await found.orderBy('due').execute()).map(actionOf)
  },
})

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

export const actionOf = ({
  workspace,
  kind,
  key,
  due,
  title,
  note,
  chat_ids,
  data,
}: Selectable<GatewayTables['planned_action']>): PlannedAction => ({
  workspace,
  kind,
  key,
  due,
  title,
  note,
  chatIds: chatIdsIn(chat_ids),
  data,
})
