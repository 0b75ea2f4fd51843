import { maxCountedNotices } from '#contract/values.ts'
import { allows } from '#contract/gateway/grant.ts'
import type { myNotifications } from '#contract/gateway/my-notifications.ts'
import { type NotificationEvent, notificationEventNames, notificationEvents } from '#contract/gateway/notification-events.ts'
import { insertNew, rowsWith, upsert } from '#db/rows.ts'
import { notFound } from '../refusals.ts'
import { byTime, readNewestVisible } from '../session/read-page.ts'
import type { ActiveSession } from '../session/sessions.ts'
import type { GatewayHandlers, HandlerOptions } from '../pipeline/handler.ts'
import type { Member } from '../access/member.ts'
import { choicesOf, choose, pageOf } from './channels.ts'

const maxNotices = 100

/** The notices in the page. */
export function myNotificationHandlers({ database }: HandlerOptions): GatewayHandlers<typeof myNotifications> {
  const { query } = database

  const personOf = ({ member }: Pick<ActiveSession, 'member'>) => member?.id ?? ''

  const allowedEvents = (member: Member | null): NotificationEvent[] =>
    notificationEventNames.filter((event) => allows(member, notificationEvents[event].needs))

  async function onPage(workspace: string, member: Member | null) {
    const page = pageOf(member?.id ?? '')
    const choices = (await choicesOf(query, workspace, [page])).get(page)
    return allowedEvents(member).map((event) => ({ event, isOn: choices?.get(event) ?? true }))
  }

  const readUpTo = async (workspace: string, personId: string): Promise<number> => {
    const rows = rowsWith(query, 'notification_person', { workspace }).select('read_up_to')
    return (await rows.where('person_id', '=', personId).executeTakeFirst())?.read_up_to ?? 0
  }

  /** The notices of a person: those about chats and events that they may see and have not turned off, but not of what they did themselves. */
  async function notices(workspace: string, member: Member | null) {
    const events = (await onPage(workspace, member)).flatMap(({ event, isOn }) => (isOn ? [event] : []))
    const all = rowsWith(query, 'notification', { workspace })
    // An empty list is not valid SQL in every database.
    if (events.length === 0) return all.where('event', 'is', null)
    const found = all.where('event', 'in', events).where((is) => is.or([is('by_id', 'is', null), is('by_id', '!=', member?.id ?? '')]))
    if (member === null || member.chats === 'all') return found
    const granted = member.chats
    return found.where((is) => {
      const chats = is
        .selectFrom('notification_chat')
        .whereRef('notification_chat.notification_id', '=', 'notification.id')
        .select('notification_chat.chat_id')
      const ofGrant = granted.length > 0 ? [is.exists(chats.where('notification_chat.chat_id', 'in', granted))] : []
      return is.or([is.not(is.exists(chats)), ...ofGrant])
    })
  }

  return {
    myNotificationsRead: async ({ session, workspace }) => ({
      status: true,
      data: { events: await onPage(workspace, session.member) },
    }),

    myNotificationEventSet: async ({ session, workspace, body: { event, isOn } }) => {
      await choose(query, workspace, pageOf(personOf(session)), event, isOn)
      return { status: true }
    },

    noticeList: async ({ session, workspace }) => {
      const { member } = session
      const personId = personOf(session)
      const upTo = await readUpTo(workspace, personId)
      const found = await notices(workspace, member)
      const read = rowsWith(query, 'notification_read', { workspace, person_id: personId }).select('notification_id')
      const all = rowsWith(query, 'notification', { workspace })
      const newest = await readNewestVisible(maxCountedNotices + 1, byTime('at', all, found.select(['id', 'at']), 'id'))
      const ids = newest.map(({ id }) => id)
      const shown = query.selectFrom('notification').select(['id', 'at', 'event', 'title', 'text', 'link', 'chat_id as chatId', 'repeats'])
      const rowsOf = (some: string[]) => shown.where('id', 'in', some).orderBy('at', 'desc').orderBy('id', 'desc')
      const rows = ids.length === 0 ? [] : await rowsOf(ids.slice(0, maxNotices)).execute()
      const readOnes = new Set(
        ids.length === 0 ? [] : (await read.where('notification_id', 'in', ids).execute()).map((row) => row.notification_id),
      )
      const unread = newest.filter(({ id, at }) => at > upTo && !readOnes.has(id)).length
      const list = rows.map((row) => ({ ...row, isRead: row.at <= upTo || readOnes.has(row.id) }))
      return { status: true, data: { notices: list, unread } }
    },

    noticesMark: async ({ session, workspace, body }) => {
      const personId = personOf(session)
      const found = await notices(workspace, session.member)
      if ('upTo' in body) {
        const notice = await found.where('id', '=', body.upTo).select('at').executeTakeFirst()
        if (!notice) throw notFound('This notice')
        if (notice.at > (await readUpTo(workspace, personId)))
          await upsert(query, 'notification_person', { workspace, person_id: personId }, { read_up_to: notice.at })
        return { status: true }
      }
      const rows = await found.where('id', 'in', body.ids).select('id').execute()
      const read = rows.map(({ id }) => ({ workspace, person_id: personId, notification_id: id }))
      if (read.length > 0) await insertNew(query, 'notification_read', read)
      return { status: true }
    },
  }
}
