import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Cause } from '#contract/gateway/cause.ts'
import { notificationRepeatMs, type NotificationEvent } from '#contract/gateway/notification-events.ts'
import { inParts } from '#engine/group-by.ts'
import { equal, insert, update } from '#db/rows.ts'
import type { Query, GatewayTables, GatewayDatabase } from '../database/database.ts'
import type { Plan } from '#contract/account.ts'
import { chatTitle } from '#contract/chat-title.ts'

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
  await insert(query, 'notification', {
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
  const chats = [...new Set(chatIds)].map((chat_id) => ({ notification_id: id, chat_id }))
  // PostgreSQL accepts at most 65,535 values in one statement.
  for (const some of inParts(chats)) await insert(query, 'notification_chat', some)
}

type SubjectKey = Pick<GatewayTables['notification_subject'], 'workspace' | 'event' | 'subject'>

/** A lasting state was detected again: the hour without it starts over. */
const extendState = (query: Query, { workspace, event, subject }: SubjectKey, at: number) =>
  update(query, 'notification_subject', { workspace, event, subject }, { at })

const countRepeat = (query: Query, { workspace, event, subject }: SubjectKey) =>
  query
    .updateTable('notification')
    .set((is) => ({ repeats: is('repeats', '+', 1) }))
    .where('id', '=', (is) => is.selectFrom('notification_subject').select('notification_id').where(equal({ workspace, event, subject })))
    .execute()

interface PresetOfEvent {
  id: string
  name: string
  chatIds: readonly number[]
}

interface ActorOfEvent {
  /** The name. */
  by: string
  /** As in NewNotification. */
  actingPerson: string | null
}

const presetEvent =
  (event: 'presetTurnedOn' | 'presetEnded', title: (by: string, name: string) => string) =>
  (notify: Notify, workspace: string, { id, name, chatIds }: PresetOfEvent, { by, actingPerson }: ActorOfEvent, query: Query) =>
    notify(
      workspace,
      {
        event,
        subject: `preset ${id}`,
        chatIds,
        cause: { kind: 'preset', id, title: name },
        by: actingPerson,
        title: title(by, name),
        text: '',
        link: '/automation/modes',
      },
      query,
    )

export const notifyPresetOn = presetEvent('presetTurnedOn', (by, name) => `${by} turned on the mode “${name}”`)
export const notifyPresetEnded = presetEvent('presetEnded', (by, name) => `${by} ended the mode “${name}”`)

/** @param chatId 0: the account  @param count number of severe changes */
export const notifySevereDrift = (
  notify: Notify,
  workspace: string,
  { chatId, chatName }: { chatId: number; chatName: string },
  count: number,
  query: Query,
) =>
  notify(
    workspace,
    {
      event: 'severeDrift',
      subject: 'drift',
      chatIds: chatId === 0 ? [] : [chatId],
      cause: { kind: 'drift', id: 'check', title: 'Outside changes' },
      title: `Severe outside change in ${chatId === 0 ? 'the account' : chatTitle({ chatId, name: chatName })}`,
      text: `${count === 1 ? 'An outside change' : `${count} outside changes`} may let people in, or remove protection.`,
      link: '/changes/outside',
    },
    query,
  )

/** @param consequence the beginning of a sentence, such as "Nothing runs in the background" */
export const notifyTokenRefused = (notify: Notify, workspace: string, consequence: string) =>
  notify(workspace, {
    event: 'tokenRefused',
    subject: 'token',
    cause: { kind: 'hand' },
    title: 'The service refuses the token of the account',
    text: `${consequence} until an Owner enters a token that it accepts.`,
    link: '/people',
  })

export const notifyPasskeyAdded = (notify: Notify, workspace: string, person: { name: string }, passkey: { id: string; name: string }) =>
  notify(workspace, {
    event: 'passkeyAdded',
    subject: `passkey ${passkey.id}`,
    cause: { kind: 'hand' },
    title: `New passkey of ${person.name}`,
    text: `${person.name} can sign in with “${passkey.name}” from now on. If that was someone else, remove it.`,
    link: '/people',
  })

export const notifyJobStuck = (
  notify: Notify,
  workspace: string,
  { title, kind, key, chatIds }: { title: string; kind: string; key: string; chatIds: readonly number[] },
  query: Query,
) =>
  notify(
    workspace,
    {
      event: 'jobStuck',
      subject: `${kind} ${key}`,
      chatIds,
      cause: { kind: 'hand' },
      title: `“${title}” keeps failing`,
      text: 'Several attempts failed. Roomkeeper keeps trying.',
      link: '/automation/schedule',
    },
    query,
  )

/** The usage of a plan at which people are notified. */
const planShare = 0.9

/** Notifies once for as long as the state lasts. */
export async function notifyPlan(notify: Notify, workspace: string, plan: Plan): Promise<void> {
  const parts = [
    { name: 'Chats', used: plan.usedRooms, limit: plan.rooms },
    { name: 'Admins', used: plan.usedAdmins, limit: plan.admins },
    { name: 'Keywords', used: plan.usedKeywords, limit: plan.keywords },
  ].flatMap(({ name, used, limit }) => (used === null || limit === null || limit === 0 ? [] : [{ name, used, limit }]))
  const over = parts.filter(({ used, limit }) => used > limit)
  const near = parts.filter(({ used, limit }) => used >= limit * planShare)
  const isOver = plan.exceed || over.length > 0
  if (!isOver && near.length === 0) return
  await notify(workspace, {
    event: isOver ? 'planExceeded' : 'planAt90',
    subject: 'plan',
    lasts: true,
    cause: { kind: 'hand' },
    title: isOver ? 'The account is over its plan' : 'The account uses 90% or more of its plan',
    text: (isOver ? over : near).map(({ name, used, limit }) => `${name}: ${used} of ${limit}.`).join(' '),
    link: '/account',
  })
}
