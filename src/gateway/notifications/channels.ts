import { unescape } from 'node:querystring'
import type { Selectable } from 'kysely'
import { z } from 'zod/mini'
import type { NotificationEvent } from '#contract/gateway/notification-events.ts'
import type { NotificationChannel } from '#contract/gateway/notifications.ts'
import { equal, rowsWith, update, upsert } from '#db/rows.ts'
import { notFound } from '../refusals.ts'
import { keyIdOf, type Keys } from '../session/seal.ts'
import type { Query, GatewayTables } from '../database/database.ts'
import { fromJson, grantOf, type Member } from '../access/member.ts'

/** The stored channels. */

export type ChannelRow = Selectable<GatewayTables['notification_channel']>
/** Shorter parts of addresses are words such as `services`, or could be guessed. */
const minSecretLength = 9

const Sealed = z.object({ address: z.string(), secret: z.string() })
/** The parts of a channel that people can never read again. */
export type Secrets = z.output<typeof Sealed>

export const sealSecrets = (keys: Keys, channelId: string, secrets: Secrets): string =>
  keys.seal('notification-channel', channelId, JSON.stringify(secrets))

/** null: sealed with a key that no longer exists. */
export function openSecrets(keys: Keys, { id, sealed }: Pick<ChannelRow, 'id' | 'sealed'>): Secrets | null {
  const text = keys.unseal('notification-channel', id, sealed)
  return text === null ? null : fromJson(Sealed, text)
}

/** Those that the key file before this one has sealed; what no key file here opens stays as it is. */
export async function sealChannelsAnew(query: Query, keys: Keys): Promise<void> {
  const rows = await query.selectFrom('notification_channel').select(['id', 'sealed']).where('sealed', '!=', '').execute()
  for (const row of rows) {
    const secrets = keyIdOf(row.sealed) === keys.id ? null : openSecrets(keys, row)
    if (secrets === null) continue
    // Unless another process has done it already.
    await update(query, 'notification_channel', row, { sealed: sealSecrets(keys, row.id, secrets) })
  }
}

/** Of an address only what is no secret: the first part of a path where it is short, as in `/hooks/…`, and more follows. */
export function shownAddress({ origin, pathname, search }: URL): string {
  if (pathname === '/' && search === '') return `${origin}/`
  const [first = '', ...rest] = pathname.slice(1).split('/')
  return rest.length > 0 && first.length < minSecretLength ? `${origin}/${first}/…` : `${origin}/…`
}

/** What may be a secret in the path and query of an address, as they are written and as they are meant. */
export const secretsIn = ({ pathname, search }: URL): string[] =>
  `${pathname}${search}`
    .split(/[/?&=]/)
    .flatMap((part) => [part, unescape(part)])
    .filter(({ length }) => length >= minSecretLength)

/** Throws a Refusal. */
export async function findChannel(query: Query, workspace: string, id: string): Promise<ChannelRow> {
  const row = await rowsWith(query, 'notification_channel', { workspace, id }).selectAll().executeTakeFirst()
  if (!row) throw notFound('This channel')
  return row
}

export const channelsOf = (query: Query, workspace: string): Promise<ChannelRow[]> =>
  rowsWith(query, 'notification_channel', { workspace }).selectAll().orderBy('created').orderBy('id').execute()

export interface Recipient {
  personId: string
  name: string
  email: string
  grant: Pick<Member, 'rights' | 'chats'>
}

/** The people of the team who have an e-mail address; none while team access is off. */
export async function recipientsOf(query: Query, workspace: string): Promise<Recipient[]> {
  const rows = await query
    .selectFrom('person')
    .innerJoin('team', 'team.workspace', 'person.workspace')
    .where(equal({ 'person.workspace': workspace, 'person.removed': null }))
    .where('person.email', '!=', '')
    .where('team.since', 'is not', null)
    .select(['person.id', 'person.name', 'person.email', 'person.role', 'person.chats', 'person.limits', 'team.roles'])
    .orderBy('person.joined')
    .execute()
  return rows.map((row) => ({ personId: row.id, name: row.name, email: row.email, grant: grantOf(row) }))
}

/** By channel or `page:<person>`: the events that were turned on or off. */
export async function choicesOf(
  query: Query,
  workspace: string,
  channelIds: readonly string[],
): Promise<Map<string, Map<NotificationEvent, boolean>>> {
  const found = new Map<string, Map<NotificationEvent, boolean>>()
  if (channelIds.length === 0) return found
  const rows = await rowsWith(query, 'notification_choice', { workspace, channel_id: channelIds })
    .select(['channel_id', 'event', 'is_on'])
    .execute()
  for (const { channel_id: id, event, is_on: isOn } of rows) {
    const choices = found.get(id) ?? new Map<NotificationEvent, boolean>()
    found.set(id, choices.set(event, isOn === 1))
  }
  return found
}

export async function choose(query: Query, workspace: string, channelId: string, event: NotificationEvent, isOn: boolean): Promise<void> {
  await upsert(query, 'notification_choice', { workspace, channel_id: channelId, event }, { is_on: isOn ? 1 : 0 })
}

/** Turns off all events of a channel, which is kept: whoever turns one on again lends it. */
export async function stopChannel(trx: Query, workspace: string, channelId: string): Promise<void> {
  const ofChannel = { workspace, channel_id: channelId }
  await update(trx, 'notification_choice', ofChannel, { is_on: 0 })
  await update(trx, 'notification_channel', { id: channelId }, { lender_id: '' })
  await skipUnsent(trx, channelId, 'The channel was turned off with the permissions of whoever added it')
}

/** @param result why, in the list of deliveries */
export async function skipUnsent(trx: Query, channelId: string, result: string): Promise<void> {
  await update(trx, 'notification_delivery', { channel_id: channelId, state: 'waiting' }, { state: 'skipped', due: null, result })
}

/** The key for the choices of a person about notices in the page; '' = signed in with the account token. */
export const pageOf = (personId: string): string => `page:${personId}`

/** Channels as people see them. */
export async function viewChannels(
  query: Query,
  keys: Keys,
  workspace: string,
  rows: readonly ChannelRow[],
): Promise<NotificationChannel[]> {
  const ids = rows.map(({ id }) => id)
  const [choices, recipients] = [await choicesOf(query, workspace, ids), await recipientsOf(query, workspace)]
  const views: NotificationChannel[] = []
  for (const row of rows) {
    const events = [...(choices.get(row.id) ?? [])].flatMap(([event, isOn]) => (isOn ? [event] : []))
    const common = { id: row.id, name: row.name, events, last: await lastOf(query, row.id) }
    if (row.kind === 'webhook') {
      const { shape, host, shown: address } = row
      views.push({
        ...common,
        kind: 'webhook',
        shape,
        host,
        address,
        hasSecret: row.has_secret === 1,
        isLocked: openSecrets(keys, row) === null,
      })
    } else {
      const personId = row.person_id || null
      const personName = personId === null ? row.email : (recipients.find((one) => one.personId === personId)?.name ?? '')
      views.push({ ...common, kind: 'email', personId, personName })
    }
  }
  return views
}

async function lastOf(query: Query, channelId: string): Promise<NotificationChannel['last']> {
  const row = await rowsWith(query, 'notification_delivery', { channel_id: channelId })
    .select(['id', 'state', 'at', 'tries', 'result'])
    .where((is) => is.or([is('tries', '>', 0), is('state', '!=', 'waiting')]))
    .orderBy('opened', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { deliveryId: row.id, state: row.state, at: row.at, tries: row.tries, result: row.result } : null
}
