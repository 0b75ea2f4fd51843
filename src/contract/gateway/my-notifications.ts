import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { boolean, id, itemResponse, key } from '../values.ts'
import { Event } from './notification-events.ts'

/** The personal settings for notifications, and the notices in the page. Times are milliseconds. */

const Mine = z.object({
  /** Events that this person may see, and whether the page shows them. */
  events: z.array(z.object({ event: Event, isOn: boolean })),
})

const Notice = z.object({
  id: key,
  at: z.number(),
  event: Event,
  title: z.string(),
  text: z.string(),
  /** A path of the dashboard, or ''. */
  link: z.string(),
  chatId: z.nullable(id),
  /** How often the same happened again within the hour. */
  repeats: z.number(),
  isRead: boolean,
})
export type Notice = z.output<typeof Notice>

export const myNotifications = {
  myNotificationsRead: endpoint('GET /me/notifications', 'signed-in', 'Read the events that the page shows you', {
    response: itemResponse(Mine),
  }),
  myNotificationEventSet: endpoint('PUT /me/notifications/events', 'signed-in', 'Turn notices of an event in the page on or off', {
    body: z.object({ event: Event, isOn: boolean }),
  }),
  noticeList: endpoint('GET /me/notices', 'signed-in', 'Read the latest notices, newest first, and how many are unread', {
    response: itemResponse(z.object({ notices: z.array(Notice), unread: z.number() })),
  }),
  noticesMark: endpoint('POST /me/notices/read', 'signed-in', 'Mark notices as read: single ones, or all up to one', {
    body: z.union([z.object({ ids: z.array(key).check(z.minLength(1), z.maxLength(200)) }), z.object({ upTo: key })]),
  }),
}
