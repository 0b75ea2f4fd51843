import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Cause } from '#contract/workspace/cause.ts'
import { notificationRepeatMs, type NotificationEvent } from '#contract/workspace/notification-events.ts'
import type { SessionTables } from '../../session/tables.ts'
import type { GatewayDatabase } from '../handler.ts'

/** Something that people want to be told about. */
export interface NewNotification {
  event: NotificationEvent
  /** What it is about, such as the id of the rule: what happens to the same one again is told an hour later at the earliest. Where it is about one chat, that counts as well. */
  subject: string
  /** The chats that it is about: only people who may see one of them are told. Of several, neither title nor text may name one. */
  chatIds?: readonly number[]
  /** It is a state that lasts and is found again and again: it is told again only after an hour without it. */
  lasts?: true
  cause: Cause
  /** One line, with the name of the chat or rule: “Link flood” fell back. */
  title: string
  /** A sentence or two; ''. */
  text: string
  /** A path of the dashboard; ''. */
  link: string
}

/**
 * Tells people about something, through the channels that they have chosen. It writes a row and resolves; a receiver is never waited for
 * (sender.ts), and it never rejects: whatever called it goes on.
 * @param query the transaction of what happened, so that both are written or neither; without it, it is written at once
 */
export type Notify = (workspace: string, notification: NewNotification, query?: Kysely<SessionTables>) => Promise<void>

/** Longer texts are cut: names of chats and rules come from elsewhere. */
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
  query: Kysely<SessionTables>,
  workspace: string,
  { event, subject, chatIds = [], lasts, cause, title, text, link }: NewNotification,
  at: number,
): Promise<void> {
  const id = randomUUID()
  const [chatId = null] = chatIds.length === 1 ? chatIds : []
  const key = { workspace, event, subject: chatId === null ? subject : `${subject} ${chatId}` }
  const told = { at, notification_id: id }
  const { numInsertedOrUpdatedRows } = await query
    .insertInto('notification_subject')
    .values({ ...key, ...told })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace', 'event', 'subject'])
        .doUpdateSet(told)
        // What was told in the future was told by a clock that has been set back since.
        .where((is) => is.or([is('notification_subject.at', '<=', at - notificationRepeatMs), is('notification_subject.at', '>', at)])),
    )
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) return void (await (lasts ? keepOn(query, key, at) : countRepeat(query, key)))
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
      at,
      repeats: 0,
      spread: 0,
    })
    .execute()
  const chats = [...new Set(chatIds)].map((chat_id) => ({ notification_id: id, chat_id }))
  // PostgreSQL takes at most 65,535 values in one statement.
  for (let start = 0; start < chats.length; start += chunk)
    await query
      .insertInto('notification_chat')
      .values(chats.slice(start, start + chunk))
      .execute()
}

const chunk = 1000

type SubjectKey = Pick<SessionTables['notification_subject'], 'workspace' | 'event' | 'subject'>

const keepOn = (query: Kysely<SessionTables>, { workspace, event, subject }: SubjectKey, at: number) =>
  query
    .updateTable('notification_subject')
    .set({ at })
    .where('workspace', '=', workspace)
    .where('event', '=', event)
    .where('subject', '=', subject)
    .execute()

const countRepeat = (query: Kysely<SessionTables>, { workspace, event, subject }: SubjectKey) =>
  query
    .updateTable('notification')
    .set((is) => ({ repeats: is('repeats', '+', 1) }))
    .where('id', '=', (is) =>
      is
        .selectFrom('notification_subject')
        .select('notification_id')
        .where('workspace', '=', workspace)
        .where('event', '=', event)
        .where('subject', '=', subject),
    )
    .execute()
