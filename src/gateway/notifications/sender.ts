import type { Logger } from 'pino'
import { notificationDays, notificationRepeatMs, notificationTries } from '#contract/gateway/notification-events.ts'
import { insert, rowsWith, update } from '#db/rows.ts'
import { noRecorder, type Recorder } from '../metrics/recorder.ts'
import type { Query, GatewayTables, GatewayDatabase } from '../database/database.ts'
import { leasedWriter, type Lease } from '../worker/lease.ts'
import { createRounds, type Rounds } from '../worker/rounds.ts'
import { type Deliver, type Delivered, maxListedEvents, type Message } from './deliver.ts'
import { fanOut } from './fan-out.ts'

/** Sends notifications, on the gateway that holds the worker's lease. */
export interface Sender extends Pick<Rounds, 'start' | 'stop' | 'wake' | 'settled'> {
  /** One round: fans out new notifications to the channels, and starts to send the deliveries that are due, of which a channel has one at a time. */
  tick: () => Promise<void>
}

interface Options {
  database: GatewayDatabase
  lease: Lease
  deliver: Deliver
  log: Logger
  nowMs: () => number
  wait: (ms: number, signal: AbortSignal) => Promise<void>
  recorder?: Recorder
}

/** In total; each channel sends one delivery at a time, so that a slow receiver does not delay others. */
const maxRunning = 16
const purgeMs = 60 * 60_000
const keptMs = notificationDays * 24 * 60 * 60_000
/** Before each try, after the previous one failed. */
const waitsMs = [0, 30_000, 2 * 60_000, 10 * 60_000, 30 * 60_000]

type Row = GatewayTables['notification_delivery']

export function createSender({ database, lease, deliver, log, nowMs, wait, recorder = noRecorder }: Options): Sender {
  const { query } = database
  const rounds = createRounds({
    tick,
    wait,
    onFailure: (error) => log.error({ err: error, event: 'notify' }, 'no notification is sent: the database does not answer'),
  })
  /** By channel. */
  const { running, begin } = rounds
  let purgeAt = -Infinity

  /** Where another process holds the lease now, it sends the same again. */
  const whileLeased = leasedWriter(database, lease)

  async function fanOutAll(number: number): Promise<void> {
    let hasMore = await hasNew()
    while (hasMore && !rounds.stopping.aborted && lease.number() === number) {
      hasMore = false
      await whileLeased(number, async (trx) => {
        hasMore = await fanOut(trx, nowMs())
      })
    }
  }

  const hasNew = async () => (await rowsWith(query, 'notification', { spread: 0 }).select('id').limit(1).executeTakeFirst()) !== undefined

  async function tick(): Promise<void> {
    const number = lease.number()
    if (rounds.stopping.aborted || number === 0) return
    await fanOutAll(number)
    for (const row of await dueRows()) {
      if (running.size >= maxRunning || rounds.stopping.aborted) break
      if (running.has(row.channel_id)) continue
      const sending = send(row, number)
        // A delivery whose outcome cannot be stored is sent again.
        .catch((error: unknown) => log.error({ err: error, event: 'notify' }, 'a notification could not be recorded as sent'))
      // The next delivery of the channel does not wait for the next round.
      void begin(row.channel_id, sending).then(rounds.wake)
    }
    if (nowMs() >= purgeAt) {
      purgeAt = nowMs() + purgeMs
      await purge()
    }
  }

  /** At most one per channel. */
  async function dueRows(): Promise<Row[]> {
    const busy = [...running.keys()]
    const rows = await rowsWith(query, 'notification_delivery', { state: 'waiting' })
      .selectAll()
      .where('due', '<=', nowMs())
      .$if(busy.length > 0, (found) => found.where('channel_id', 'not in', busy))
      .orderBy('due')
      .limit(maxRunning * 4)
      .execute()
    const first = new Map<string, Row>()
    for (const row of rows) if (!first.has(row.channel_id)) first.set(row.channel_id, row)
    return [...first.values()]
  }

  async function send(row: Row, number: number): Promise<void> {
    const channel = await rowsWith(query, 'notification_channel', { id: row.channel_id }).selectAll().executeTakeFirst()
    if (!channel) {
      const gone = { state: 'skipped', due: null, result: 'The channel was deleted' } as const
      return whileLeased(number, async (trx) => void (await update(trx, 'notification_delivery', { id: row.id }, gone)))
    }
    const at = nowMs()
    const delivered = await deliver(channel, await messageOf(query, row))
    recorder.delivery(channel.kind, delivered.isDelivered)
    await whileLeased(number, (trx) => record(trx, row, at, delivered))
    const fields = { event: 'notify', channel: channel.id, delivery: row.id, status: delivered.status, ms: delivered.ms }
    if (!delivered.isDelivered) log.info({ ...fields, because: delivered.error }, 'a notification could not be delivered')
  }

  async function record(trx: Query, row: Row, at: number, { isDelivered, status, error, answer, ms, isFinal }: Delivered) {
    const tries = row.tries + 1
    const tried = { delivery_id: row.id, number: tries, at, is_delivered: isDelivered ? 1 : 0, status, error, answer, ms }
    await insert(trx, 'notification_try', tried)
    const result = { tries, ms, result: error || String(status ?? '') }
    const isOver = isFinal || tries >= notificationTries
    const next = isDelivered
      ? ({ state: 'delivered', due: null } as const)
      : isOver
        ? ({ state: 'failed', due: null } as const)
        : { due: nowMs() + waitsMs[tries]! }
    const changed = trx.updateTable('notification_delivery').where('id', '=', row.id)
    // The delivery may have been skipped, or its channel deleted, while it was being sent.
    await (isDelivered ? changed : changed.where('state', '=', 'waiting')).set({ ...result, ...next }).execute()
  }

  async function purge(): Promise<void> {
    const before = nowMs() - keptMs
    const old = query.selectFrom('notification_delivery').select('id').where('opened', '<', before)
    await query.deleteFrom('notification_item').where('delivery_id', 'in', old).execute()
    await query.deleteFrom('notification_try').where('delivery_id', 'in', old).execute()
    await query.deleteFrom('notification_delivery').where('opened', '<', before).execute()
    const gone = query.selectFrom('notification').select('id').where('at', '<', before)
    await query.deleteFrom('notification_read').where('notification_id', 'in', gone).execute()
    await query.deleteFrom('notification_chat').where('notification_id', 'in', gone).execute()
    await query.deleteFrom('notification').where('at', '<', before).execute()
    await query
      .deleteFrom('notification_subject')
      .where('at', '<', nowMs() - notificationRepeatMs)
      .execute()
  }

  return { ...rounds, tick }
}

/** The current content of a delivery. */
export async function messageOf(query: Query, { id, event, count }: Pick<Row, 'id' | 'event' | 'count'>): Promise<Message> {
  const events = await query
    .selectFrom('notification')
    .innerJoin('notification_item', 'notification_item.notification_id', 'notification.id')
    .where('notification_item.delivery_id', '=', id)
    .select(['id', 'event', 'at', 'title', 'text', 'link', 'chat_id', 'cause'])
    .orderBy('at')
    .orderBy('id')
    .limit(maxListedEvents)
    .execute()
  return { id, event, count, events }
}
