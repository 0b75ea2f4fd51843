import { allowsEverywhere } from '#contract/gateway/grant.ts'
import type { NotificationDelivery, notificationDeliveries } from '#contract/gateway/notification-deliveries.ts'
import type { Right } from '#contract/gateway/rights.ts'
import { rowsWith } from '#db/rows.ts'
import { noRight, notFound } from '../refusals.ts'
import { countRows } from '../session/read-page.ts'
import type { Query, GatewayTables } from '../database/database.ts'
import type { SignedInRequest, GatewayHandlers, HandlerOptions } from '../pipeline/handler.ts'
import { bodyOf, textOf } from './deliver.ts'
import { messageOf } from './sender.ts'

const dayMs = 24 * 60 * 60_000
const defaultDays = 7
const pageSize = 50

type Row = GatewayTables['notification_delivery']
type Requester = Pick<SignedInRequest, 'workspace' | 'session'>

/** The delivery log, and retrying or skipping a delivery. */
export function deliveryHandlers({ database, notifying, origin, nowMs }: HandlerOptions): GatewayHandlers<typeof notificationDeliveries> {
  const { query } = database

  /** A delivery may be about any chat. */
  const deliveriesFor = ({ workspace, session }: Requester, right: Right) => {
    if (!allowsEverywhere(session.member, right)) throw noRight()
    return rowsWith(query, 'notification_delivery', { workspace })
  }

  async function find(requester: Requester, id: string, right: Right): Promise<NotificationDelivery> {
    const row = await deliveriesFor(requester, right).where('id', '=', id).select(view).executeTakeFirst()
    if (!row) throw notFound('This delivery')
    return row
  }

  async function change(request: SignedInRequest, id: string, from: readonly Row['state'][], to: Partial<Row>): Promise<void> {
    await find(request, id, 'notifications.write')
    const changed = query.updateTable('notification_delivery').set(to).where('workspace', '=', request.workspace).where('id', '=', id)
    await changed.where('state', 'in', from).execute()
  }

  return {
    notificationDeliveryList: async ({ query: { state, channelId, days = defaultDays, before }, ...request }) => {
      const since = deliveriesFor(request, 'notifications.read')
        .where('at', '>', nowMs() - days * dayMs)
        .$if(channelId !== undefined, (found) => found.where('channel_id', '=', channelId!))
      const [beforeAt, beforeId] = cursorIn(before)
      const rows = await since
        .$if(state !== undefined, (found) => found.where('state', '=', state!))
        .where((is) => is.or([is('at', '<', beforeAt), is.and([is('at', '=', beforeAt), is('id', '<', beforeId)])]))
        .select(view)
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(pageSize + 1)
        .execute()
      const ids = since.select('id')
      const [all, failed] = await Promise.all([countRows(query, ids), countRows(query, ids.where('state', '=', 'failed'))])
      const page = rows.slice(0, pageSize)
      const last = page.at(-1)
      return {
        status: true,
        data: {
          deliveries: page,
          next: last && rows.length > pageSize ? `${last.at}-${last.id}` : null,
          counts: { all, failed },
        },
      }
    },

    notificationDeliveryRead: async ({ params: { deliveryId }, ...request }) => {
      const row = await find(request, deliveryId, 'notifications.read')
      const tries = await rowsWith(query, 'notification_try', { delivery_id: deliveryId })
        .select(['number', 'at', 'is_delivered', 'status', 'error', 'answer', 'ms'])
        .orderBy('number')
        .execute()
      const channel = await rowsWith(query, 'notification_channel', { id: row.channelId }).selectAll().executeTakeFirst()
      const message = await messageOf(query, row)
      const body = channel?.kind === 'webhook' ? bodyOf(message, channel.shape, origin) : textOf(message, origin)
      const triesMade = tries.map(({ is_delivered: isDelivered, ...one }) => ({ ...one, isDelivered: isDelivered === 1 }))
      const address = channel ? await addressOf(query, channel) : ''
      return { status: true, data: { ...row, address, body, triesMade } }
    },

    notificationDeliveryRetry: async ({ params: { deliveryId }, ...request }) => {
      await change(request, deliveryId, ['waiting', 'failed', 'skipped'], { state: 'waiting', due: nowMs() })
      notifying.wake()
      return { status: true }
    },

    notificationDeliverySkip: async ({ params: { deliveryId }, ...request }) => {
      await change(request, deliveryId, ['waiting'], { state: 'skipped', due: null, result: 'Skipped' })
      return { status: true }
    },
  }
}

async function addressOf(query: Query, channel: GatewayTables['notification_channel']): Promise<string> {
  if (channel.kind === 'webhook') return `POST ${channel.shown}`
  const person = rowsWith(query, 'person', { workspace: channel.workspace, id: channel.person_id }).select('name')
  return `E-mail to ${channel.person_id === '' ? channel.email : ((await person.executeTakeFirst())?.name ?? channel.name)}`
}

/** The cursor of a page: the time and the id of the last delivery before it. */
function cursorIn(before: string | undefined): [number, string] {
  if (before === undefined) return [Number.MAX_SAFE_INTEGER, '']
  const end = before.indexOf('-')
  return [Number(before.slice(0, end)), before.slice(end + 1)]
}

/** A delivery as the log shows it. */
const view = [
  'id',
  'at',
  'channel_id as channelId',
  'channel_name as channelName',
  'event',
  'title',
  'count',
  'state',
  'tries',
  'due',
  'result',
  'ms',
] as const
