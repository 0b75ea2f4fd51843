import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Cause } from '#contract/gateway/cause.ts'
import { notificationRepeatMs, type NotificationEvent } from '#contract/gateway/notification-events.ts'
import { equal } from '#db/equal.ts'
import type { Query, GatewayTables } from '../database/database.ts'
import type { GatewayDatabase } from '../pipeline/handler.ts'

/** Something that people are notified of. */
export interface NewNotification {
  event: NotificationEvent
  /**
   * What it is about, such as the id of the rule. A repeat for the same subject (and the same chat, if it is about a single one) is sent an hour later at
   * the earliest.
   */
  subject: string
  /** The chats that it is about: only people who may see one of them are notified. If there are several, neither title nor text may name one. */
  chatIds?: readonly number[]
  /** It reports a lasting state that is detected again and again: it is repeated only after an hour without it. */
  lasts?: true
  cause: Cause
  /** The person who did it ('' with the account's token), to whom it is no news. null or left out: everyone who may see it is notified. */
  by?: string | null
  /** One line, with the name of the chat or rule: “Link flood” fell back. */
  title: string
  /** A sentence or two, or ''. */
  text: string
  /** A path of the dashboard, or ''. */
  link: string
}

/**
 * Notifies people through the channels that they have chosen. Stores the notification and resolves; sender.ts delivers it later, so nothing waits for a
 * receiver. Never rejects, so that the caller continues in any case.
 * @param query the transaction of the event, so that both are written or neither; by default a transaction of its own
 */
export type Notify = (workspace: string, notification: NewNotification, query?: Query) => Promise<void>

/** Longer texts are cut, because they contain names of chats and rules. */
const maxTitle = 300
const maxText = 1000

export function createNotify({ database, log, nowMs }: { database: GatewayDatabase; log: Logger; nowMs: () => number }): Notify {
  return async (workspace, notification, query) => {
    try {
      await (query
        ? write(query, workspace, notification, nowMs())
        : database.transaction((trx) => write(trx, workspace, notification, nowMs())))
    } catch (error) {
      log.error({ err: error, event: 'notify', what: notification.event }, 'a notification could not be written')
    }
  }
}

async function write(
  query: Query,
  workspace: string,
  { event, subject, chatIds = [], lasts, cause, by = null, title, text, link }: NewNotification,
  at: number,
): Promise<void> {
  const id = randomUUID()
  const [chatId = null] = chatIds.length === 1 ? chatIds : []
  // What one person does is not a repeat of what another did, which they were not notified of.
  const key = { workspace, event, subject: [subject, chatId, by].filter((part) => part !== null).join(' ') }
  const latest = { at, notification_id: id }
  const { numInsertedOrUpdatedRows } = await query
    .insertInto('notification_subject')
    .values({ ...key, ...latest })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace', 'event', 'subject'])
        .doUpdateSet(latest)
        // A time in the future was written before the clock was set back.
        .where((is) => is.or([is('notification_subject.at', '<=', at - notificationRepeatMs), is('notification_subject.at', '>', at)])),
    )
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) return void (await (lasts ? extendState(query, key, at) : countRepeat(query, key)))
  await query
    .insertInto('notification')
    .values({
      id,
      workspace,
      event,
      chat_id: chatId,
      title: title.replaceAll(/\s/g, ' ').slice(0, maxTitle),
      text: text.slice(0, maxText),
      link,
      cause: JSON.stringify(cause),
      by_id: by,
      at,
      repeats: 0,
      spread: 0,
    })
    .execute()
  const chats = [...new Set(chatIds)].map((chat_id) => ({ notification_id: id, chat_id }))
  // PostgreSQL accepts at most 65,535 values in one statement.
  for (let start = 0; start < chats.length; start += chunk)
    await query
      .insertInto('notification_chat')
      .values(chats.slice(start, start + chunk))
      .execute()
}

const chunk = 1000

type SubjectKey = Pick<GatewayTables['notification_subject'], 'workspace' | 'event' | 'subject'>

/** A lasting state was detected again: the hour without it starts over. */
const extendState = (query: Query, { workspace, event, subject }: SubjectKey, at: number) =>
  query.updateTable('notification_subject').set({ at }).where(equal({ workspace, event, subject })).execute()

const countRepeat = (query: Query, { workspace, event, subject }: SubjectKey) =>
  query
    .updateTable('notification')
    .set((is) => ({ repeats: is('repeats', '+', 1) }))
    .where('id', '=', (is) => is.selectFrom('notification_subject').select('notification_id').where(equal({ workspace, event, subject })))
    .execute()
