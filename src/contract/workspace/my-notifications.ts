import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { isTimeZone } from '../hours/zone.ts'
import { boolean, doneResponse, id, itemResponse } from '../values.ts'
import { Event } from './notification-events.ts'
import { key } from './key.ts'

/** The personal settings for notifications, and the notices in the page. Times are milliseconds. */

const minuteOfDay = z.number().check(z.int(), z.minimum(0), z.maximum(24 * 60 - 1))
/** E-mail to this person is held back between `from` and `to`, in minutes from midnight; if `to` is not later than `from`, until the next day. */
export const QuietHours = z.object({
  isOn: boolean,
  zone: z.string().check(z.maxLength(60), z.refine(isTimeZone, 'is not a time zone')),
  from: minuteOfDay,
  to: minuteOfDay,
  /** The days on which quiet hours start: 0 = Monday. */
  days: z.array(z.number().check(z.int(), z.minimum(0), z.maximum(6))).check(z.maxLength(7)),
})
export type QuietHours = z.output<typeof QuietHours>

const Mine = z.object({
  /** null: never set. */
  quiet: z.nullable(QuietHours),
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
  myNotificationsRead: endpoint({
    method: 'GET',
    path: '/me/notifications',
    summary: 'Read your quiet hours, and the events that the page shows you',
    right: 'signed-in',
    response: itemResponse(Mine),
  }),
  myQuietHoursSet: endpoint({
    method: 'PUT',
    path: '/me/notifications/quiet-hours',
    summary: 'Set your quiet hours',
    right: 'signed-in',
    body: QuietHours,
    response: doneResponse,
  }),
  myNotificationEventSet: endpoint({
    method: 'PUT',
    path: '/me/notifications/events',
    summary: 'Turn notices of an event in the page on or off',
    right: 'signed-in',
    body: z.object({ event: Event, isOn: boolean }),
    response: doneResponse,
  }),
  noticeList: endpoint({
    method: 'GET',
    path: '/me/notices',
    summary: 'Read the latest notices, newest first, and how many are unread',
    right: 'signed-in',
    response: itemResponse(z.object({ notices: z.array(Notice), unread: z.number() })),
  }),
  noticesMark: endpoint({
    method: 'POST',
    path: '/me/notices/read',
    summary: 'Mark notices as read: single ones, or all up to one',
    right: 'signed-in',
    body: z.union([z.object({ ids: z.array(key).check(z.minLength(1), z.maxLength(200)) }), z.object({ upTo: key })]),
    response: doneResponse,
  }),
}
