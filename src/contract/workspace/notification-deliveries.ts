import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { boolean, doneResponse, itemResponse } from '../values.ts'
import { Event, notificationDays } from './notification-events.ts'
import { key } from './key.ts'

/** What became of notifications: each delivery through a channel, and its tries. Times are milliseconds. */

const nullableTime = z.nullable(z.number())

/** `waiting`: its time, or the time of the next try, has not come. `held`: quiet hours, it is part of the summary at their end. */
export const deliveryStates = ['waiting', 'delivered', 'failed', 'held', 'skipped'] as const
export type DeliveryState = (typeof deliveryStates)[number]
export const State = z.enum(deliveryStates)

/** What came of a test, or of one try. */
export const tried = {
  at: z.number(),
  isDelivered: boolean,
  /** Of the receiver’s answer (HTTP or SMTP); null: there was none. */
  status: z.nullable(z.number()),
  /** Why there was no answer, in words; ''. */
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
  /** `summary`: of what was held in quiet hours. */
  event: z.union([Event, z.literal('summary')]),
  /** Of its first event. */
  title: z.string(),
  /** Events that it tells of. */
  count: z.number(),
  state: State,
  tries: z.number(),
  /** When it is tried next, or when the summary is sent that it is part of; null: it is over. */
  due: nullableTime,
  /** The answer in short, such as "200" or "Connection refused"; ''. */
  result: z.string(),
  /** The last try took so long; null: none yet. */
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

/** From the address: what is not a number is refused. */
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
  counts: z.object({ all: z.number(), failed: z.number(), held: z.number() }),
})

const deliveryParams = z.object({ deliveryId: key })

export const notificationDeliveries = {
  notificationDeliveryList: endpoint({
    method: 'GET',
    path: '/notifications/deliveries',
    summary: 'Read what was delivered, newest first, a page at a time',
    description: 'Who has only some chats sees the deliveries that are about no other.',
    right: 'notifications.read',
    query: DeliveryQuery,
    response: itemResponse(DeliveryPage),
  }),
  notificationDeliveryRead: endpoint({
    method: 'GET',
    path: '/notifications/deliveries/{deliveryId}',
    summary: 'Read a delivery with its tries',
    right: 'notifications.read',
    params: deliveryParams,
    response: itemResponse(DeliveryDetails),
  }),
  notificationDeliveryRetry: endpoint({
    method: 'POST',
    path: '/notifications/deliveries/{deliveryId}/retry',
    summary: 'Try a delivery again now, also one that failed',
    right: 'notifications.write',
    params: deliveryParams,
    response: doneResponse,
  }),
  notificationDeliverySkip: endpoint({
    method: 'POST',
    path: '/notifications/deliveries/{deliveryId}/skip',
    summary: 'Give a delivery up',
    right: 'notifications.write',
    params: deliveryParams,
    response: doneResponse,
  }),
}
