import { sql } from 'kysely'
import type { DeliveryState } from '#contract/gateway/notification-deliveries.ts'
import type { NotificationEvent } from '#contract/gateway/notification-events.ts'
import type { WebhookShape } from '#contract/gateway/notifications.ts'
import { bigint, integer, orNull, table, text, textOf } from '#db/tables.ts'

/** Notifications (docs/notifications.md). Times are milliseconds; `workspace` is the account's identity. */
export const notificationTables = {
  /** What happened. Each row is a notice in the page, and is fanned out to the channels once. */
  notification: table(['id'], {
    id: text,
    workspace: text,
    event: textOf<NotificationEvent>(),
    /** null unless it is about exactly one chat. */
    chat_id: orNull(bigint),
    title: text,
    text,
    link: text,
    /** JSON. */
    cause: text,
    /** The person who did it, who is not notified ('' with the account's token); null: nobody is left out. */
    by_id: orNull(text),
    at: bigint,
    /** How often the same happened again within the hour. */
    repeats: integer,
    /** 1: it was fanned out: all of its deliveries exist. */
    spread: integer,
  }),
  /** The chats that a notification is about; no row: it is about no chat. */
  notification_chat: table(['notification_id', 'chat_id'], {
    notification_id: text,
    chat_id: bigint,
  }),
  /** The last notification by event and subject (a rule, a chat, a person): repeats are sent an hour later at the earliest. */
  notification_subject: table(['workspace', 'event', 'subject'], {
    workspace: text,
    event: textOf<NotificationEvent>(),
    subject: text,
    at: bigint,
    notification_id: text,
  }),
  notification_channel: table(['id'], {
    id: text,
    workspace: text,
    kind: textOf<'webhook' | 'email'>(),
    name: text,
    /** Of a webhook. */
    shape: textOf<WebhookShape>(),
    host: text,
    /** The beginning of the address, for people. */
    shown: text,
    /** JSON of address and secret, sealed (session/seal.ts); '' for e-mail. */
    sealed: text,
    has_secret: integer,
    /** Of e-mail: the person; '' = the account. */
    person_id: text,
    /** Of e-mail to the account: its address. */
    email: text,
    created: bigint,
    /** The person under whose name it sends; null: whoever signed in with the account's token. '' = it was turned off with the rights of that person. */
    lender_id: orNull(text),
  }),
  /** The events of a channel, or of the notices of a person (`page:<person>`). */
  notification_choice: table(['workspace', 'channel_id', 'event'], {
    workspace: text,
    channel_id: text,
    event: textOf<NotificationEvent>(),
    is_on: integer,
  }),
  notification_delivery: table(['id'], {
    id: text,
    workspace: text,
    channel_id: text,
    channel_name: text,
    event: textOf<NotificationEvent>(),
    /** Of its first event. */
    title: text,
    at: bigint,
    count: integer,
    state: textOf<DeliveryState>(),
    tries: integer,
    /** When it is sent, or retried; null: never again. */
    due: orNull(bigint),
    /** Of the last try. */
    result: text,
    ms: orNull(bigint),
    /** When the group began. */
    opened: bigint,
  }),
  notification_item: table(['delivery_id', 'notification_id'], {
    delivery_id: text,
    notification_id: text,
  }),
  notification_try: table(['delivery_id', 'number'], {
    delivery_id: text,
    number: integer,
    at: bigint,
    is_delivered: integer,
    status: orNull(integer),
    error: text,
    answer: text,
    ms: bigint,
  }),
  notification_person: table(['workspace', 'person_id'], {
    workspace: text,
    /** '' = signed in with the account token. */
    person_id: text,
    /** Notices up to this time are read. */
    read_up_to: bigint,
    /** Up to this time Home has shown what others did, and was left since; null: never. */
    home_seen: orNull(bigint),
  }),
  notification_read: table(['workspace', 'person_id', 'notification_id'], {
    workspace: text,
    person_id: text,
    notification_id: text,
  }),
}

export const notificationIndexes = {
  notification_at: sql`notification (workspace, at)`,
  notification_spread: sql`notification (spread, at)`,
  notification_channel_workspace: sql`notification_channel (workspace)`,
  notification_delivery_at: sql`notification_delivery (workspace, at, id)`,
  notification_delivery_channel: sql`notification_delivery (channel_id, event, opened)`,
  notification_delivery_due: sql`notification_delivery (state, due)`,
  notification_delivery_newest: sql`notification_delivery (channel_id, opened, id)`,
  notification_delivery_state: sql`notification_delivery (workspace, state, at)`,
}
