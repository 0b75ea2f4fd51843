import type { Kysely } from 'kysely'
import type { FieldChange, Target, Value } from '#contract/recorded-change.ts'
import type { WorkspaceAction } from '#contract/workspace/audit-actions.ts'
import type { Cause } from '#contract/workspace/cause.ts'
import { allows, roleNames } from '#contract/workspace/grant.ts'
import { defaultBudget } from '#contract/workspace/standing-access.ts'
import { rightNames, rightsOf, limitsOf, RoleChanges } from '#contract/workspace/rights.ts'
import type { SessionTables } from '../../session/tables.ts'
import { fromJson, type Member } from '../member.ts'
import type { RuleReader } from '../rules/read-rules.ts'
import { findPreset, readOn } from '../presets/stored.ts'
import { describeRuleChange } from '../rules/describe-rule-change.ts'
import { describeDrift } from '../drift/describe-drift.ts'
import { describeDecision } from '../rules/review/describe-decision.ts'

/** What a change of the team is about: whom or what it names, and what differs from before. Never a token, a link or a code. */

export interface ChangeInput {
  params?: Readonly<Record<string, string>>
  body?: Readonly<Record<string, unknown>>
}

interface Described {
  subject: string
  target: Target
  changes: FieldChange[]
  /** Where it is about several things of one chat, and what is known to have caused it. */
  count?: number
  chatId?: number
  chatName?: string
  cause?: Cause
}

type Query = Kysely<SessionTables>

/**
 * Read before the change is made, and also where it is refused: it names nothing that the person may not see.
 * @param member null: whoever signed in with the account's token
 */
export async function describeChange(
  query: Query,
  workspace: string,
  action: WorkspaceAction,
  { params = {}, body = {} }: ChangeInput,
  member: Member | null,
): Promise<Described> {
  const { personId, invitationId, passkeyId, actionId, onId, channelId, ruleId, tokenId, deliveryId } = params
  const target: Target = { ...(personId !== undefined && { personId }), ...(invitationId !== undefined && { invitationId }) }
  if (action === 'standingBudget') return { subject: '', target, changes: await changedBudget(query, workspace, body['budget']) }
  if (action === 'hoursDecide') {
    const chatId = Number(params['chatId'])
    return { subject: '', target, chatId, changes: [{ name: 'choice', after: textOf(body['choice']) }] }
  }
  if (action.startsWith('drift')) return { target, ...(await describeDrift(query, workspace, { params, body })) }
  if (action === 'myNotificationEventSet') return { subject: '', target, changes: eventIn(body) }
  if (deliveryId !== undefined) {
    const delivery = query.selectFrom('notification_delivery').select(['title', 'channel_name']).where('workspace', '=', workspace)
    const found = await delivery.where('id', '=', deliveryId).executeTakeFirst()
    return { subject: found?.title ?? '', target, changes: found ? [{ name: 'channel', after: found.channel_name }] : [] }
  }
  if (action === 'reviewDecide') return describeDecision(query, workspace, body)
  if (ruleId !== undefined || action === 'rulesSwitch') return describeRuleChange(query, { workspace, member }, action, { ruleId, body })
  if (actionId !== undefined) {
    const planned = query.selectFrom('planned_action').select('title').where('workspace', '=', workspace).where('id', '=', actionId)
    return { subject: (await planned.executeTakeFirst())?.title ?? '', target, changes: [] }
  }
  if (action === 'notificationChannelCreate') return { subject: channelNameIn(body), target, changes: [] }
  if (channelId !== undefined) {
    const channel = query.selectFrom('notification_channel').select('name').where('workspace', '=', workspace).where('id', '=', channelId)
    const subject = (await channel.executeTakeFirst())?.name ?? ''
    return { subject, target, changes: 'event' in body ? eventIn(body) : renamed(subject, body) }
  }
  if (onId !== undefined)
    return { subject: await presetName(query, { workspace, member }, onId, textOf(body['presetId'])), target, changes: [] }
  if (action === 'rolesUpdate') return { subject: '', target, changes: await changedRoles(query, workspace, body['roles']) }
  if (personId !== undefined) {
    const person = await query
      .selectFrom('person')
      .selectAll()
      .where('workspace', '=', workspace)
      .where('id', '=', personId)
      .executeTakeFirst()
    const changes = action === 'personUpdate' ? changedGrant(person, body) : []
    return { subject: person?.name ?? '', target, changes }
  }
  if (invitationId !== undefined) {
    const invitation = query.selectFrom('invitation').select('name').where('workspace', '=', workspace).where('id', '=', invitationId)
    return { subject: (await invitation.executeTakeFirst())?.name ?? '', target, changes: [] }
  }
  if (action === 'scopedTokenCreate') return { subject: textOf(body['label']), target, changes: grantOfToken(body) }
  if (tokenId !== undefined) {
    const token = query.selectFrom('scoped_token').select('label').where('workspace', '=', workspace).where('id', '=', tokenId)
    return { subject: (await token.executeTakeFirst())?.label ?? '', target: { tokenId }, changes: [] }
  }
  if (action === 'invitationCreate') return { subject: textOf(body['name']), target, changes: changedGrant(undefined, body).slice(1) }
  if (passkeyId !== undefined && member !== null) {
    const passkey = query.selectFrom('passkey').select('name').where('person_id', '=', member.id).where('short_id', '=', passkeyId)
    return { subject: (await passkey.executeTakeFirst())?.name ?? '', target, changes: [] }
  }
  return { subject: action === 'myPasskeyCreate' || action === 'teamTurnOn' ? textOf(body['name']) : '', target, changes: [] }
}

const eventIn = ({ event, isOn }: Readonly<Record<string, unknown>>): FieldChange[] => [{ name: textOf(event), after: isOn === true }]

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** Of a channel of notifications. Its address and secret are never recorded. */
function channelNameIn({ channel }: Readonly<Record<string, unknown>>): string {
  return typeof channel === 'object' && channel !== null && 'name' in channel ? textOf(channel.name) : ''
}

const renamed = (name: string, body: Readonly<Record<string, unknown>>): FieldChange[] =>
  body['channel'] === undefined ? [] : differences({ name }, { name: channelNameIn(body) })

/** Of one that is on, or else of the one that is to be turned on. */
async function presetName(query: Query, { workspace, member }: RuleReader, onId: string, presetId: string): Promise<string> {
  const on = await readOn(query, workspace, onId)
  const isSeen = on?.chats.some(({ chatId }) => allows(member, 'chats.read', chatId))
  return (isSeen ? on?.name : undefined) ?? (await findPreset(query, workspace, presetId))?.name ?? ''
}

async function changedBudget(query: Query, workspace: string, budget: unknown): Promise<FieldChange[]> {
  const held = await query.selectFrom('standing_access').select('budget').where('workspace', '=', workspace).executeTakeFirst()
  return differences({ budget: held?.budget ?? defaultBudget }, { budget: typeof budget === 'number' ? budget : null })
}

/** Chats and limits as JSON, as they are stored. */
function changedGrant(before: SessionTables['person'] | undefined, body: Readonly<Record<string, unknown>>): FieldChange[] {
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
const grantOfToken = ({ role, chats, expiresInDays }: Readonly<Record<string, unknown>>): FieldChange[] => [
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
  const team = await query.selectFrom('team').select('roles').where('workspace', '=', workspace).executeTakeFirst()
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
