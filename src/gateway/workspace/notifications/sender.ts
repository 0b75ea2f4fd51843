import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { notificationDays, notificationRepeatMs, notificationTries } from '#contract/workspace/notification-events.ts'
import { noRecorder, type Recorder } from '../../metrics/recorder.ts'
import type { SessionTables } from '../../session/tables.ts'
import type { Lease } from '../../worker/lease.ts'
import type { GatewayDatabase } from '../handler.ts'
import type { Deliver, Delivered } from './deliver.ts'
import { maxTold, type Message } from './message.ts'
import { spread } from './spread.ts'

/** Sends notifications. Works where the worker works: on the gateway that holds the lease. */
export interface Sender {
  /** Sends until it is stopped. */
  start: () => void
  /** Begins nothing more, and waits for what is under way. What nobody got stays due. */
  stop: () => Promise<void>
  /** One round: spreads what happened over the channels, and begins to send what is due. */
  tick: () => Promise<void>
  /** Resolves once nothing is being sent. */
  settled: () => Promise<void>
  /** The next round is at once. */
  wake: () => void
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

const tickMs = 1000
/** In all; each channel has one at a time, so that a slow receiver keeps no other waiting. */
const maxRunning = 16
const purgeMs = 60 * 60_000
const keptMs = notificationDays * 24 * 60 * 60_000
/** Before each try, after the one before it has failed. */
const waitsMs = [0, 30_000, 2 * 60_000, 10 * 60_000, 30 * 60_000]

type Row = SessionTables['notification_delivery']

export function createSender({ database, lease, deliver, log, nowMs, wait, recorder = noRecorder }: Options): Sender {
  const { query } = database
  /** By channel. */
  const running = new Map<string, Promise<void>>()
  const stopping = new AbortController()
  let nap = new AbortController()
  let loop: Promise<void> | undefined
  let purgeAt = -Infinity
  let hasFailed = false

  /** Under a lease that this process does not hold any more, nothing is written: whoever holds it sends the same again. */
  const whileHeld = (number: number, write: Parameters<typeof database.transaction<void>>[0]) =>
    database.transaction(async (trx) => {
      if (await lease.lock(trx, number)) await write(trx)
    })

  async function spreadAll(number: number): Promise<void> {
    let isMore = await hasNew()
    while (isMore && !stopping.signal.aborted && lease.number() === number) {
      isMore = false
      await whileHeld(number, async (trx) => {
        isMore = await spread(trx, nowMs())
      })
    }
  }

  const hasNew = async () =>
    (await query.selectFrom('notification').select('id').where('spread', '=', 0).limit(1).executeTakeFirst()) !== undefined

  async function tick(): Promise<void> {
    const number = lease.number()
    if (stopping.signal.aborted || number === 0) return
    await spreadAll(number)
    for (const row of await dueRows()) {
      if (running.size >= maxRunning || stopping.signal.aborted) break
      if (running.has(row.channel_id)) continue
      const sending = send(row, number)
        // What cannot be written now is sent again.
        .catch((error: unknown) => log.error({ err: error, event: 'notify' }, 'a notification could not be recorded as sent'))
        .finally(() => {
          running.delete(row.channel_id)
          // The next one of the channel does not wait for the next round.
          nap.abort()
        })
      running.set(row.channel_id, sending)
    }
    if (nowMs() >= purgeAt) {
      purgeAt = nowMs() + purgeMs
      await purge()
    }
  }

  /** At most one for each channel. */
  async function dueRows(): Promise<Row[]> {
    const busy = [...running.keys()]
    const rows = await query
      .selectFrom('notification_delivery')
      .selectAll()
      .where('state', '=', 'waiting')
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
    const channel = await query.selectFrom('notification_channel').selectAll().where('id', '=', row.channel_id).executeTakeFirst()
    if (!channel) {
      const gone = { state: 'skipped', due: null, result: 'The channel was deleted' } as const
      return whileHeld(
        number,
        async (trx) => void (await trx.updateTable('notification_delivery').set(gone).where('id', '=', row.id).execute()),
      )
    }
    const at = nowMs()
    const delivered = await deliver(channel, await messageOf(query, row))
    recorder.delivery(channel.kind, delivered.isDelivered)
    await whileHeld(number, (trx) => record(trx, row, at, delivered))
    const fields = { event: 'notify', channel: channel.id, delivery: row.id, status: delivered.status, ms: delivered.ms }
    if (!delivered.isDelivered) log.info({ ...fields, because: delivered.error }, 'a notification could not be delivered')
  }

  async function record(trx: Kysely<SessionTables>, row: Row, at: number, { isDelivered, status, error, answer, ms, isFinal }: Delivered) {
    const tries = row.tries + 1
    await trx
      .insertInto('notification_try')
      .values({ delivery_id: row.id, number: tries, at, is_delivered: isDelivered ? 1 : 0, status, error, answer, ms })
      .execute()
    const result = { tries, ms, result: error || String(status ?? '') }
    const isOver = isFinal || tries >= notificationTries
    const next = isDelivered
      ? ({ state: 'delivered', due: null } as const)
      : isOver
        ? ({ state: 'failed', due: null } as const)
        : { due: nowMs() + waitsMs[tries]! }
    const changed = trx.updateTable('notification_delivery').where('id', '=', row.id)
    // Somebody may have skipped it, or deleted its channel, while it was sent.
    await (isDelivered ? changed : changed.where('state', '=', 'waiting')).set({ ...result, ...next }).execute()
    // What the summary told is over as well.
    if (row.event === 'summary' && isDelivered)
      await trx
        .updateTable('notification_delivery')
        .set({ due: null })
        .where('channel_id', '=', row.channel_id)
        .where('state', '=', 'held')
        .where('due', '<=', nowMs())
        .execute()
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

  const settled = async () => {
    while (running.size > 0) await Promise.all(running.values())
  }

  /** A database that does not answer is logged once, not every second. */
  async function round() {
    try {
      await tick()
      hasFailed = false
    } catch (error) {
      if (!hasFailed) log.error({ err: error, event: 'notify' }, 'no notification is sent: the database does not answer')
      hasFailed = true
    }
  }

  async function goOn() {
    while (!stopping.signal.aborted) {
      await wait(tickMs, nap.signal)
      nap = new AbortController()
      await round()
    }
  }

  return {
    start: () => {
      loop ??= goOn()
    },
    stop: async () => {
      stopping.abort()
      nap.abort()
      await loop
      await settled()
    },
    tick,
    settled,
    wake: () => nap.abort(),
  }
}

/** What a delivery tells, as it is now. */
export async function messageOf(query: Kysely<SessionTables>, { id, event, count }: Pick<Row, 'id' | 'event' | 'count'>): Promise<Message> {
  const told = await query
    .selectFrom('notification')
    .innerJoin('notification_item', 'notification_item.notification_id', 'notification.id')
    .where('notification_item.delivery_id', '=', id)
    .select(['id', 'event', 'at', 'title', 'text', 'link', 'chat_id', 'cause'])
    .orderBy('at')
    .orderBy('id')
    .limit(maxTold)
    .execute()
  return { id, event, count, told }
}
