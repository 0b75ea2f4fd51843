import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import { allows } from '#contract/gateway/grant.ts'
import { notificationEvents, notificationGroupMs } from '#contract/gateway/notification-events.ts'
import type { Right } from '#contract/gateway/rights.ts'
import { groupBy } from '#engine/group-by.ts'
import { insert, rowsWith, update } from '#db/rows.ts'
import type { GatewayTables, Trx } from '../database/database.ts'
import { channelsOf, choicesOf, recipientsOf, type ChannelRow, type Recipient } from './channels.ts'

/** Creates the deliveries of notifications, grouped by event. */

type Notification = Selectable<GatewayTables['notification']>
type Delivery = GatewayTables['notification_delivery']

/** Notifications per transaction, because a transaction blocks other writers. */
const batchSize = 100

/** Creates the deliveries of the oldest new notifications. Resolves to whether there may be more. @param now milliseconds */
export async function fanOut(trx: Trx, now: number): Promise<boolean> {
  const rows = await rowsWith(trx, 'notification', { spread: 0 }).selectAll().orderBy('at').limit(batchSize).execute()
  for (const [workspace, notifications] of groupBy(rows, (row) => row.workspace)) await fanOutIn(trx, workspace, notifications, now)
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await update(trx, 'notification', { id: ids }, { spread: 1 })
  return rows.length === batchSize
}

async function fanOutIn(trx: Trx, workspace: string, notifications: readonly Notification[], now: number): Promise<void> {
  const channels = await channelsOf(trx, workspace)
  const channelIds = channels.map(({ id }) => id)
  const choices = await choicesOf(trx, workspace, channelIds)
  const recipients = channels.some(({ kind }) => kind === 'email') ? await recipientsOf(trx, workspace) : []
  const chats = recipients.length > 0 ? await chatsOf(trx, notifications) : null
  for (const notification of notifications) {
    const { needs } = notificationEvents[notification.event]
    for (const channel of channels) {
      if (!choices.get(channel.id)?.get(notification.event)) continue
      if (channel.kind === 'webhook') {
        await group(trx, channel, notification, now)
        continue
      }
      // What people did themselves is no news to them.
      if (notification.by_id === channel.person_id) continue
      // The account itself, or a person who may see the event. A removed person is not notified.
      const person = recipients.find(({ personId }) => personId === channel.person_id)
      const isAllowed = channel.person_id === '' || (person && maySee(person, needs, chats?.get(notification.id) ?? [undefined]))
      if (isAllowed) await group(trx, channel, notification, now)
    }
  }
}

const maySee = ({ grant }: Recipient, needs: Right, chatIds: readonly (number | undefined)[]): boolean =>
  chatIds.some((chatId) => allows(grant, needs, chatId))

async function chatsOf(trx: Trx, notifications: readonly Notification[]): Promise<Map<string, number[]>> {
  const ids = notifications.map(({ id }) => id)
  const rows = await rowsWith(trx, 'notification_chat', { notification_id: ids }).selectAll().execute()
  const byId = groupBy(rows, ({ notification_id }) => notification_id)
  return new Map([...byId].map(([id, chats]) => [id, chats.map(({ chat_id }) => chat_id)]))
}

/** Adds a notification to the open group of its event, or starts a group. The first of an urgent event does not wait for others. */
async function group(trx: Trx, channel: ChannelRow, notification: Notification, now: number): Promise<void> {
  const latest = await latestOf(trx, channel.id, notification.event)
  if (latest && isOpen(latest, now)) return addTo(trx, latest, notification)
  const isNear = latest !== undefined && latest.opened <= now && now - latest.opened < notificationGroupMs
  const waits = !notificationEvents[notification.event].isUrgent || isNear
  const from = isNear ? latest.opened : now
  await createDelivery(trx, channel, notification, {
    event: notification.event,
    state: 'waiting',
    due: waits ? from + notificationGroupMs : now,
    opened: now,
  })
}

const latestOf = (trx: Trx, channelId: string, event: Delivery['event']): Promise<Delivery | undefined> =>
  rowsWith(trx, 'notification_delivery', { channel_id: channelId, event })
    .selectAll()
    .orderBy('opened', 'desc')
    .orderBy('due', 'desc')
    .limit(1)
    .executeTakeFirst()

/** A delivery that is due may already be in progress, so nothing is added to it. */
const isOpen = ({ state, tries, due }: Delivery, now: number): boolean => state === 'waiting' && tries === 0 && due !== null && due > now

async function addTo(trx: Trx, { id }: Delivery, notification: Notification): Promise<void> {
  await update(trx, 'notification_delivery', { id }, (is) => ({ count: is('count', '+', 1) }))
  await insertItem(trx, id, notification)
}

type NewDelivery = Pick<Delivery, 'event' | 'state' | 'due' | 'opened'>

async function createDelivery(trx: Trx, channel: ChannelRow, notification: Notification, delivery: NewDelivery): Promise<void> {
  const id = randomUUID()
  const { workspace, title, at } = notification
  const none = { tries: 0, result: '', ms: null, count: 1 }
  const of = { workspace, channel_id: channel.id, channel_name: channel.name, title, at }
  await insert(trx, 'notification_delivery', { id, ...of, ...none, ...delivery })
  await insertItem(trx, id, notification)
}

const insertItem = (trx: Trx, deliveryId: string, { id }: Notification) =>
  insert(trx, 'notification_item', { delivery_id: deliveryId, notification_id: id })
