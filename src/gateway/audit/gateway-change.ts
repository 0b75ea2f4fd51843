import { sql } from 'kysely'
import type { FieldChange, Value } from '#contract/recorded-change.ts'
import type { GatewayAction } from '#contract/gateway/audit-actions.ts'
import { allows } from '#contract/gateway/grant.ts'
import { roleNames } from '#contract/gateway/role-names.ts'
import { defaultBudget } from '#contract/gateway/standing-access.ts'
import { rightNames, rightsOf, limitsOf, RoleChanges } from '#contract/gateway/rights.ts'
import { rowsWith } from '#db/rows.ts'
import type { GatewayTables, Query } from '../database/database.ts'
import { fromJson, type Member } from '../access/member.ts'
import type { EntryData } from './line.ts'
import type { RuleReader } from '../rules/store.ts'
import { findPreset, readOn } from '../presets/stored.ts'
import { describeDecision, describeRuleChange } from '../rules/describe-rules.ts'
import { describeDrift } from '../drift/describe-drift.ts'

/** What a change of the team is about: whom or what it names, and what differs from before. Never a token, a link or a code. */

export interface ChangeInput {
  params?: Readonly<Record<string, string>>
  body?: Body
}

type Described = Pick<EntryData, 'subject' | 'target' | 'changes'> & Partial<Pick<EntryData, 'count' | 'chatId' | 'chatName' | 'cause'>>

type Body = Readonly<Record<string, unknown>>

interface Of extends RuleReader {
  query: Query
  action: GatewayAction
  params: Readonly<Record<string, string>>
  body: Body
}

/**
 * Read before the change is made, and also where it is refused: it names nothing that the person may not see.
 * @param member null: whoever signed in with the account's token
 */
export async function describeChange(
  query: Query,
  workspace: string,
  action: GatewayAction,
  { params = {}, body = {} }: ChangeInput,
  member: Member | null,
): Promise<Described> {
  const described = await describers[action]?.({ query, workspace, member, action, params, body })
  return { subject: '', target: {}, changes: [], ...described }
}

type Describe = (of: Of) => Partial<Described> | Promise<Partial<Described>>

const bodyName: Describe = ({ body }) => ({ subject: textOf(body['name']) })
const planned: Describe = async (of) => ({ subject: await nameOf(of, 'planned_action', 'title', of.params['actionId']) })
const invited: Describe = async (of) => ({
  subject: await nameOf(of, 'invitation', 'name', of.params['invitationId']),
  target: targetIn(of, 'invitationId'),
})
const preset: Describe = async (of) => ({ subject: await presetName(of) })
const rule: Describe = ({ query, workspace, member, action, params, body }) =>
  describeRuleChange(query, { workspace, member }, action, { ruleId: params['ruleId'], body })
const drift: Describe = ({ query, workspace, params, body }) => describeDrift(query, workspace, { params, body })

const channel: Describe = async (of) => {
  const subject = await nameOf(of, 'notification_channel', 'name', of.params['channelId'])
  return { subject, changes: 'event' in of.body ? eventIn(of.body) : renamed(subject, of.body) }
}

const delivery: Describe = async ({ query, workspace, params }) => {
  const of = rowsWith(query, 'notification_delivery', { workspace }).select(['title', 'channel_name'])
  const found = await of.where('id', '=', params['deliveryId'] ?? '').executeTakeFirst()
  return { subject: found?.title ?? '', changes: found ? [{ name: 'channel', after: found.channel_name }] : [] }
}

const person: Describe = async (of) => {
  const people = rowsWith(of.query, 'person', { workspace: of.workspace }).selectAll()
  const found = await people.where('id', '=', of.params['personId'] ?? '').executeTakeFirst()
  const changes = of.action === 'personUpdate' ? changedGrant(found, of.body) : []
  return { subject: found?.name ?? '', target: targetIn(of, 'personId'), changes }
}

const ownPasskey: Describe = async ({ query, member, params }) => {
  const passkeys = rowsWith(query, 'passkey', { person_id: member?.id ?? '' }).select('name')
  return { subject: (await passkeys.where('short_id', '=', params['passkeyId'] ?? '').executeTakeFirst())?.name ?? '' }
}

/** What is missing is described by its action alone. */
const describers: Partial<Record<GatewayAction, Describe>> = {
  teamTurnOn: bodyName,
  rolesUpdate: async ({ query, workspace, body }) => ({ changes: await changedRoles(query, workspace, body['roles']) }),
  personUpdate: person,
  personRemove: person,
  passkeyRemove: person,
  sessionEnd: person,
  invitationCreate: ({ body }) => ({ subject: textOf(body['name']), changes: changedGrant(undefined, body).slice(1) }),
  invitationRenew: invited,
  invitationRevoke: invited,
  scopedTokenCreate: ({ body }) => ({ subject: textOf(body['label']), changes: grantOfToken(body) }),
  scopedTokenRevoke: async (of) => ({
    subject: await nameOf(of, 'scoped_token', 'label', of.params['tokenId']),
    target: targetIn(of, 'tokenId'),
  }),
  standingBudget: async ({ query, workspace, body }) => ({ changes: await changedBudget(query, workspace, body['budget']) }),
  plannedSkip: planned,
  plannedRunNow: planned,
  hoursDecide: ({ params, body }) => ({
    chatId: Number(params['chatId']),
    changes: [{ name: 'choice', after: textOf(body['choice']) }],
  }),
  driftPutBack: drift,
  driftAccept: drift,
  driftIgnore: drift,
  driftUnignore: drift,
  notificationChannelCreate: ({ body }) => ({ subject: channelNameIn(body) }),
  notificationChannelUpdate: channel,
  notificationChannelDelete: channel,
  notificationEventSet: channel,
  notificationChannelTest: channel,
  notificationDeliveryRetry: delivery,
  notificationDeliverySkip: delivery,
  myNotificationEventSet: ({ body }) => ({ changes: eventIn(body) }),
  presetTurnOn: preset,
  presetExtend: preset,
  presetEnd: preset,
  ruleSave: rule,
  ruleDelete: rule,
  ruleSetState: rule,
  rulesSwitch: rule,
  reviewDecide: ({ query, workspace, body }) => describeDecision(query, workspace, body),
  myPasskeyCreate: bodyName,
  myPasskeyRemove: ownPasskey,
}

const targetIn = ({ params }: Of, name: string) => ({ [name]: params[name] ?? '' })

/** What something of the account is called; '' where it is not there. */
async function nameOf(
  { query, workspace }: Of,
  table: 'planned_action' | 'notification_channel' | 'invitation' | 'scoped_token',
  column: 'title' | 'name' | 'label',
  id = '',
): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select ${sql.ref(column)} as name from ${sql.table(table)} where workspace = ${workspace} and id = ${id}`.execute(query)
  return rows[0]?.name ?? ''
}

const eventIn = ({ event, isOn }: Body): FieldChange[] => [{ name: textOf(event), after: isOn === true }]

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** Of a channel of notifications. Its address and secret are never recorded. */
function channelNameIn({ channel }: Body): string {
  return typeof channel === 'object' && channel !== null && 'name' in channel ? textOf(channel.name) : ''
}

const renamed = (name: string, body: Body): FieldChange[] =>
  body['channel'] === undefined ? [] : differences({ name }, { name: channelNameIn(body) })

/** Of one that is on, or else of the one that is to be turned on. */
async function presetName({ query, workspace, member, params, body }: Of): Promise<string> {
  const on = await readOn(query, workspace, params['onId'] ?? '')
  const isSeen = on?.chats.some(({ chatId }) => allows(member, 'chats.read', chatId))
  return (isSeen ? on?.name : undefined) ?? (await findPreset(query, workspace, textOf(body['presetId'])))?.name ?? ''
}

async function changedBudget(query: Query, workspace: string, budget: unknown): Promise<FieldChange[]> {
  const held = await rowsWith(query, 'standing_access', { workspace }).select('budget').executeTakeFirst()
  return differences({ budget: held?.budget ?? defaultBudget }, { budget: typeof budget === 'number' ? budget : null })
}

/** Chats and limits as JSON, as they are stored. */
function changedGrant(before: GatewayTables['person'] | undefined, body: Body): FieldChange[] {
  const after: Record<string, Value> = {
    name: textOf(body['name']),
    role: textOf(body['role']),
    chats: JSON.stringify(body['chats']),
    limits: JSON.stringify(body['limits']),
    email: textOf(body['email']),
  }
  if (!before) return Object.entries(after).flatMap(([name, value]) => (value === '' || value === '{}' ? [] : [{ name, after: value }]))
  const { name, role, chats, limits, email } = before
  const held: Record<string, Value> = { name, role, chats, limits, email }
  return differences(held, after)
}

/** What a new token may do, and for how long. */
const grantOfToken = ({ role, chats, expiresInDays }: Body): FieldChange[] => [
  { name: 'role', after: textOf(role) },
  { name: 'chats', after: JSON.stringify(chats) },
  { name: 'expiresInDays', after: Number(expiresInDays) },
]

const differences = (before: Readonly<Record<string, Value>>, after: Readonly<Record<string, Value>>): FieldChange[] =>
  Object.keys(after).flatMap((name) =>
    before[name] === after[name] ? [] : [{ name, before: before[name] ?? null, after: after[name] ?? null }],
  )

/** Each right and limit of a role, as `moderator.messages.delete`. */
async function changedRoles(query: Query, workspace: string, changed: unknown): Promise<FieldChange[]> {
  const team = await rowsWith(query, 'team', { workspace }).select('roles').executeTakeFirst()
  const after = RoleChanges.safeParse(changed).data
  if (!team || !after) return []
  return differences(flat(fromJson(RoleChanges, team.roles)), flat(after))
}

const flat = (changes: RoleChanges): Record<string, Value> =>
  Object.fromEntries(
    roleNames.flatMap((role) => {
      const held = rightsOf(role, changes)
      const rights = rightNames.map((name): [string, Value] => [`${role}.${name}`, held.includes(name)])
      const limits = Object.entries(limitsOf(role, changes)).map(([name, value]): [string, Value] => [`${role}.${name}`, value])
      return [...rights, ...limits]
    }),
  )
