import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { boolean, itemResponse, key } from '../values.ts'
import { Event, notificationDays } from './notification-events.ts'

/** The delivery log: each delivery through a channel, and its tries. Times are milliseconds. */

const nullableTime = z.nullable(z.number())

/** `waiting`: it is due later, for the first time or for a retry. */
export const deliveryStates = ['waiting', 'delivered', 'failed', 'skipped'] as const
export type DeliveryState = (typeof deliveryStates)[number]
export const State = z.enum(deliveryStates)

/** The result of a test, or of one try. */
export const tried = {
  at: z.number(),
  isDelivered: boolean,
  /** The status of the receiver’s answer (HTTP or SMTP); null: there was no answer. */
  status: z.nullable(z.number()),
  /** Why there was no answer, or ''. */
  error: z.string(),
  /** The beginning of the answer, without the channel’s secrets. */
  answer: z.string(),
  ms: z.number(),
}
const delivery = {
  id: key,
  /** Of its first event. */
  at: z.number(),
  channelId: key,
  channelName: z.string(),
  event: Event,
  /** Of its first event. */
  title: z.string(),
  /** The number of its events. */
  count: z.number(),
  state: State,
  tries: z.number(),
  /** When it is tried next; null: it is done. */
  due: nullableTime,
  /** The answer in short, such as "200" or "Connection refused", or ''. */
  result: z.string(),
  /** The duration of the last try; null: none yet. */
  ms: nullableTime,
}
const Delivery = z.object(delivery)
export type NotificationDelivery = z.output<typeof Delivery>

const DeliveryDetails = z.object({
  ...delivery,
  /** "POST https://ops.example.org/hooks/…", or "E-mail to Ines". */
  address: z.string(),
  /** What is sent. */
  body: z.string(),
  triesMade: z.array(z.object({ number: z.number(), ...tried })),
})

/** A number in the query string; anything else is refused. */
const count = (max: number) =>
  z.pipe(
    z.union([z.number(), z.string().check(z.regex(/^\d{1,3}$/))]),
    z.pipe(z.transform(Number), z.number().check(z.int(), z.minimum(1), z.maximum(max))),
  )

const DeliveryQuery = z.object({
  state: z.optional(State),
  channelId: z.optional(key),
  /** Of the last days; 7 unless given. */
  days: z.optional(count(notificationDays)),
  /** The `next` of the page before. */
  before: z.optional(z.string().check(z.regex(/^\d{1,15}-[\w-]{1,64}$/))),
})

const DeliveryPage = z.object({
  deliveries: z.array(Delivery),
  /** The `before` of the following page; null = this was the last. */
  next: z.nullable(z.string()),
  /** With the same channel and days, whatever the state. */
  counts: z.object({ all: z.number(), failed: z.number() }),
})

export const notificationDeliveries = {
  notificationDeliveryList: endpoint(
    'GET /notifications/deliveries',
    'notifications.read',
    'List deliveries, newest first, a page at a time',
    {
      description: 'Deliveries, and what is done with one, need the permission in all chats: a delivery may be about any of them.',
      query: DeliveryQuery,
      response: itemResponse(DeliveryPage),
    },
  ),
  notificationDeliveryRead: endpoint('GET /notifications/deliveries/{deliveryId}', 'notifications.read', 'Read a delivery with its tries', {
    response: itemResponse(DeliveryDetails),
  }),
  notificationDeliveryRetry: endpoint(
    'POST /notifications/deliveries/{deliveryId}/retry',
    'notifications.write',
    'Retry a delivery now, even if it has failed',
  ),
  notificationDeliverySkip: endpoint('POST /notifications/deliveries/{deliveryId}/skip', 'notifications.write', 'Skip a delivery'),
}
