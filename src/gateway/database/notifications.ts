import { sql, type Kysely, type Migration } from 'kysely'
import type { DeliveryState } from '#contract/gateway/notification-deliveries.ts'
import type { NotificationEvent } from '#contract/gateway/notification-events.ts'
import type { WebhookShape } from '#contract/gateway/notifications.ts'

/** Notifications (docs/notifications.md). Times are milliseconds; `workspace` is the account's identity. */
export interface NotificationTables {
  notification: NotificationTable
  /** The chats that a notification is about; no row: it is about no chat. */
  notification_chat: { notification_id: string; chat_id: number }
  notification_subject: SubjectTable
  notification_channel: ChannelTable
  notification_choice: ChoiceTable
  notification_delivery: DeliveryTable
  notification_item: { delivery_id: string; notification_id: string }
  notification_try: TryTable
  notification_person: PersonTable
  notification_read: { workspace: string; person_id: string; notification_id: string }
}

/** What happened. Each row is a notice in the page, and is fanned out to the channels once. */
interface NotificationTable {
  id: string
  workspace: string
  event: NotificationEvent
  /** null unless it is about exactly one chat. */
  chat_id: number | null
  title: string
  text: string
  link: string
  /** JSON. */
  cause: string
  /** The person who did it, who is not notified ('' with the account's token); null: nobody is left out. */
  by_id: string | null
  at: number
  /** How often the same happened again within the hour. */
  repeats: number
  /** 1: it was fanned out: all of its deliveries exist. */
  spread: number
}

/** The last notification by event and subject (a rule, a chat, a person): repeats are sent an hour later at the earliest. */
interface SubjectTable {
  workspace: string
  event: NotificationEvent
  subject: string
  at: number
  notification_id: string
}

interface ChannelTable {
  id: string
  workspace: string
  kind: 'webhook' | 'email'
  name: string
  /** Of a webhook. */
  shape: WebhookShape
  host: string
  /** The beginning of the address, for people. */
  shown: string
  /** JSON of address and secret, sealed (session/seal.ts); '' for e-mail. */
  sealed: string
  has_secret: number
  /** Of e-mail: the person; '' = the account. */
  person_id: string
  /** Of e-mail to the account: its address. */
  email: string
  created: number
  /** The person under whose name it sends; null: whoever signed in with the account's token. '' = it was turned off with the rights of that person. */
  lender_id: string | null
}

/** The events of a channel, or of the notices of a person (`page:<person>`). */
interface ChoiceTable {
  workspace: string
  channel_id: string
  event: NotificationEvent
  is_on: number
}

interface DeliveryTable {
  id: string
  workspace: string
  channel_id: string
  channel_name: string
  event: NotificationEvent
  /** Of its first event. */
  title: string
  at: number
  count: number
  state: DeliveryState
  tries: number
  /** When it is sent, or retried; null: never again. */
  due: number | null
  /** Of the last try. */
  result: string
  ms: number | null
  /** When the group began. */
  opened: number
}

interface TryTable {
  delivery_id: string
  number: number
  at: number
  is_delivered: number
  status: number | null
  error: string
  answer: string
  ms: number
}

interface PersonTable {
  workspace: string
  /** '' = signed in with the account token. */
  person_id: string
  /** Notices up to this time are read. */
  read_up_to: number
}

export const notificationTables: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('notification')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('workspace', 'text', (c) => c.notNull())
      .addColumn('event', 'text', (c) => c.notNull())
      .addColumn('chat_id', 'bigint')
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('text', 'text', (c) => c.notNull())
      .addColumn('link', 'text', (c) => c.notNull())
      .addColumn('cause', 'text', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('repeats', 'integer', (c) => c.notNull())
      .addColumn('spread', 'integer', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('notification_at').on('notification').columns(['workspace', 'at']).execute()
    await db.schema.createIndex('notification_spread').on('notification').columns(['spread', 'at']).execute()
    await db.schema
      .createTable('notification_chat')
      .addColumn('notification_id', 'text', (c) => c.notNull())
      .addColumn('chat_id', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('notification_chat_key', ['notification_id', 'chat_id'])
      .execute()
    await db.schema
      .createTable('notification_subject')
      .addColumn('workspace', 'text', (c) => c.notNull())
      .addColumn('event', 'text', (c) => c.notNull())
      .addColumn('subject', 'text', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('notification_id', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('notification_subject_key', ['workspace', 'event', 'subject'])
      .execute()
    await db.schema
      .createTable('notification_channel')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('workspace', 'text', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('shape', 'text', (c) => c.notNull())
      .addColumn('host', 'text', (c) => c.notNull())
      .addColumn('shown', 'text', (c) => c.notNull())
      .addColumn('sealed', 'text', (c) => c.notNull())
      .addColumn('has_secret', 'integer', (c) => c.notNull())
      .addColumn('person_id', 'text', (c) => c.notNull())
      .addColumn('email', 'text', (c) => c.notNull())
      .addColumn('created', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('notification_channel_workspace').on('notification_channel').column('workspace').execute()
    await db.schema
      .createTable('notification_choice')
      .addColumn('workspace', 'text', (c) => c.notNull())
      .addColumn('channel_id', 'text', (c) => c.notNull())
      .addColumn('event', 'text', (c) => c.notNull())
      .addColumn('is_on', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('notification_choice_key', ['workspace', 'channel_id', 'event'])
      .execute()
    await db.schema
      .createTable('notification_delivery')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('workspace', 'text', (c) => c.notNull())
      .addColumn('channel_id', 'text', (c) => c.notNull())
      .addColumn('channel_name', 'text', (c) => c.notNull())
      .addColumn('event', 'text', (c) => c.notNull())
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('count', 'integer', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('tries', 'integer', (c) => c.notNull())
      .addColumn('due', 'bigint')
      .addColumn('result', 'text', (c) => c.notNull())
      .addColumn('ms', 'bigint')
      .addColumn('opened', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('notification_delivery_due').on('notification_delivery').columns(['state', 'due']).execute()
    await db.schema.createIndex('notification_delivery_at').on('notification_delivery').columns(['workspace', 'at', 'id']).execute()
    await db.schema
      .createIndex('notification_delivery_channel')
      .on('notification_delivery')
      .columns(['channel_id', 'event', 'opened'])
      .execute()
    await db.schema
      .createTable('notification_item')
      .addColumn('delivery_id', 'text', (c) => c.notNull())
      .addColumn('notification_id', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('notification_item_key', ['delivery_id', 'notification_id'])
      .execute()
    await db.schema
      .createTable('notification_try')
      .addColumn('delivery_id', 'text', (c) => c.notNull())
      .addColumn('number', 'integer', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('is_delivered', 'integer', (c) => c.notNull())
      .addColumn('status', 'integer')
      .addColumn('error', 'text', (c) => c.notNull())
      .addColumn('answer', 'text', (c) => c.notNull())
      .addColumn('ms', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('notification_try_key', ['delivery_id', 'number'])
      .execute()
    await db.schema
      .createTable('notification_person')
      .addColumn('workspace', 'text', (c) => c.notNull())
      .addColumn('person_id', 'text', (c) => c.notNull())
      .addColumn('quiet', 'text', (c) => c.notNull())
      .addColumn('read_up_to', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('notification_person_key', ['workspace', 'person_id'])
      .execute()
    await db.schema
      .createTable('notification_read')
      .addColumn('workspace', 'text', (c) => c.notNull())
      .addColumn('person_id', 'text', (c) => c.notNull())
      .addColumn('notification_id', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('notification_read_key', ['workspace', 'person_id', 'notification_id'])
      .execute()
  },
}

/** Earlier releases did not note who added a channel: those go on as if the account's token had added them. */
export const channelLender: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('notification_channel').addColumn('lender_id', 'text').execute()
  },
}

/** Earlier releases showed the first characters of any path, also where it is a secret as a whole. */
export const channelShown: Migration = {
  async up(db: Kysely<unknown>) {
    const query = db as Kysely<NotificationTables>
    const rows = await query.selectFrom('notification_channel').select(['id', 'shown']).where('kind', '=', 'webhook').execute()
    for (const { id, shown } of rows)
      await query
        .updateTable('notification_channel')
        .set({ shown: `${new URL(shown).origin}/…` })
        .where('id', '=', id)
        .execute()
  },
}

/** Notices of earlier releases do not say whose act they were of, so everyone goes on to see them. */
export const notificationBy: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('notification').addColumn('by_id', 'text').execute()
  },
}

/** Quiet hours are gone. What they held back is sent now, and what was sent in a summary was delivered. */
export const noQuietHours: Migration = {
  async up(db: Kysely<unknown>) {
    const query = db as Kysely<{ notification_delivery: { id: string; event: string; state: string; due: number | null; result: string } }>
    const held = query.updateTable('notification_delivery').where('state', '=', 'held')
    await held.where('due', 'is', null).set({ state: 'delivered', result: '' }).execute()
    await held.set({ state: 'waiting', due: 0, result: '' }).execute()
    await sql`delete from notification_item where delivery_id in (select id from notification_delivery where event = 'summary')`.execute(db)
    await sql`delete from notification_try where delivery_id in (select id from notification_delivery where event = 'summary')`.execute(db)
    await query.deleteFrom('notification_delivery').where('event', '=', 'summary').execute()
    await db.schema.alterTable('notification_person').dropColumn('quiet').execute()
  },
}
