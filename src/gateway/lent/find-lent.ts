import { rowsWith } from '#db/rows.ts'
import { ChatHours } from '#contract/hours/timetable.ts'
import { Rule } from '#contract/rules/rule.ts'
import type { lending, Lent, LentKind } from '#contract/gateway/lent.ts'
import { actOfHours, actOfLiveRule, actOfRule, type Act } from '#contract/gateway/reach.ts'
import type { Query } from '../database/database.ts'
import type { GatewayHandlers, HandlerOptions } from '../pipeline/handler.ts'
import { fromJson } from '../access/member.ts'
import { openInvitations } from '../access/read-team.ts'
import { versionsOf } from '../rules/store.ts'

/** What goes on in an account under the names of people. What was begun with the account's token is nobody's, and is not among it. */

/** `lenderId`: null where it was begun with the account's token. */
type Found = Omit<Lent, 'kind' | 'personId'> & { lenderId: string | null }

/** `lenderId`: the person or scoped token that lends it. */
export type FoundLent = Lent & { lenderId: string }

const needing = ({ rights, reach }: Act, deletionsPerHour: number | null = null) => ({
  rights: [...rights],
  reach: reach === 'all' ? reach : [...reach],
  deletionsPerHour,
})

/** Whoever invites may change people, which only Owners may. */
export const changingPeople: Act = { rights: ['people.write'], reach: 'all' }
/** A channel is told about every chat. */
export const sendingNotifications: Act = { rights: ['notifications.write'], reach: 'all' }
/** Its rights are those of its creator with each request (lent/require-lender.ts). */
const existing: Act = { rights: [], reach: [] }

const find: Record<LentKind, (query: Query, workspace: string) => Promise<Found[]>> = {
  invitation: async (query, workspace) => {
    const rows = await openInvitations(query, workspace).select(['id', 'name', 'inviter_id as lenderId']).execute()
    return rows.map((row) => ({ ...row, ...needing(changingPeople) }))
  },

  token: async (query, workspace) => {
    const rows = await rowsWith(query, 'scoped_token', { workspace, revoked: null })
      .select(['id', 'label as name', 'creator_id as lenderId'])
      .execute()
    return rows.map((row) => ({ ...row, ...needing(existing) }))
  },

  rule: async (query, workspace) => {
    const rows = await versionsOf(query, workspace, 'running_version')
      .select(['rule.id', 'rule.state', 'rule.started_by', 'rule_version.rule'])
      .orderBy('rule.id')
      .execute()
    return rows.map(({ id, state, started_by, rule: json }) => {
      const rule = fromJson(Rule, json)
      const deletes = state === 'live' && rule.actions.deleteAfterSeconds !== null
      const needed = needing(state === 'live' ? actOfLiveRule(rule) : actOfRule(rule), deletes ? rule.brakes.perHour : null)
      return { id, name: rule.name, lenderId: started_by, ...needed }
    })
  },

  hours: async (query, workspace) => {
    const rows = await rowsWith(query, 'record', { workspace, kind: 'chat-hours' })
      .select(['chat_id', 'value', 'changed_by'])
      .orderBy('chat_id')
      .execute()
    return rows.flatMap(({ chat_id, value, changed_by }) => {
      if (ChatHours.safeParse(JSON.parse(value)).data?.isOn !== true) return []
      return [{ id: String(chat_id), name: '', lenderId: changed_by, ...needing(actOfHours([chat_id])) }]
    })
  },

  channel: async (query, workspace) => {
    const rows = await rowsWith(query, 'notification_channel', { workspace })
      .select(['id', 'name', 'lender_id as lenderId'])
      .where('lender_id', '!=', '')
      .where((is) =>
        is.exists(
          is
            .selectFrom('notification_choice')
            .select('event')
            .where('workspace', '=', workspace)
            .whereRef('channel_id', '=', 'notification_channel.id')
            .where('is_on', '=', 1),
        ),
      )
      .orderBy('created')
      .execute()
    return rows.map((row) => ({ ...row, ...needing(sendingNotifications) }))
  },
}

export async function findLent(query: Query, workspace: string): Promise<FoundLent[]> {
  const all: Omit<FoundLent, 'personId'>[] = []
  for (const kind of Object.keys(find) as LentKind[])
    for (const { lenderId, ...found } of await find[kind](query, workspace)) if (lenderId !== null) all.push({ kind, lenderId, ...found })
  const creators = await creatorsOfTokens(query, workspace, [...new Set(all.map(({ lenderId }) => lenderId))])
  return all.map((found) => ({ ...found, personId: creators.get(found.lenderId) ?? found.lenderId }))
}

/** What a scoped token lends is lent by the person who created it, too. @param ids of lenders, because revoked tokens stay in their table */
async function creatorsOfTokens(query: Query, workspace: string, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const tokens = rowsWith(query, 'scoped_token', { workspace }).select(['id', 'creator_id'])
  const rows = await tokens.where('id', 'in', ids).execute()
  return new Map(rows.flatMap(({ id, creator_id }) => (creator_id === null ? [] : [[id, creator_id] as const])))
}

export const lentHandlers = ({ database: { query } }: Pick<HandlerOptions, 'database'>): GatewayHandlers<typeof lending> => ({
  lentList: async ({ workspace }) => ({ status: true, data: await findLent(query, workspace) }),
})
