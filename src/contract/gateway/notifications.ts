import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { boolean, filledText, itemResponse, key, nameText, text } from '../values.ts'
import { State, tried } from './notification-deliveries.ts'
import { Event, notificationEventNames } from './notification-events.ts'

/** The channels of notifications: where they are sent, and for which events. Times are milliseconds. */

/** Formats of webhook bodies. `roomkeeper`: the events as JSON, signed. */
export const webhookShapes = {
  roomkeeper: { label: 'JSON, signed' },
  slack: { label: 'Slack' },
  discord: { label: 'Discord' },
  matrix: { label: 'Matrix' },
} as const
export type WebhookShape = keyof typeof webhookShapes
const Shape = z.enum(Object.keys(webhookShapes) as [WebhookShape, ...WebhookShape[]])

const Events = z.array(Event).check(z.maxLength(notificationEventNames.length))
const name = nameText(60)

/** A shared secret with which the receiver verifies requests. It cannot be read again. */
const secret = text(200).check(z.refine((value) => value === '' || value.length >= 16, 'must have at least 16 characters'))
const address = filledText(2000)

const ChannelDraft = z.union([
  z.object({
    kind: z.literal('webhook'),
    name,
    shape: Shape,
    /** Missing: keep the stored one. Its path may be a secret, so it cannot be read again either. */
    address: z.optional(address),
    /** Missing: keep the stored one. '': no signature, which the shape `roomkeeper` does not allow. */
    secret: z.optional(secret),
  }),
  z.object({
    kind: z.literal('email'),
    name,
    /** A person of the team who has an address; null: the account’s own address. */
    personId: z.nullable(key),
  }),
])
export type NotificationChannelDraft = z.output<typeof ChannelDraft>

const Last = z.nullable(
  z.object({
    deliveryId: key,
    state: State,
    /** The time of the last try, or when it was held back. */
    at: z.number(),
    tries: z.number(),
    /** The answer or the error, such as "500" or "The address is not on the public internet", or ''. */
    result: z.string(),
  }),
)

const channel = { id: key, name: z.string(), events: Events, last: Last }
const Channel = z.union([
  z.object({
    ...channel,
    kind: z.literal('webhook'),
    shape: Shape,
    host: z.string(),
    /** The beginning of the address. */
    address: z.string(),
    hasSecret: boolean,
    /** The key file was changed, so address and secret cannot be unsealed and have to be entered again. */
    isLocked: boolean,
  }),
  z.object({
    ...channel,
    kind: z.literal('email'),
    personId: z.nullable(key),
    /** '' if the person was removed or no longer has an address. */
    personName: z.string(),
  }),
])
export type NotificationChannel = z.output<typeof Channel>

export const maxNotificationChannels = 20

const Notifications = z.object({
  /** Whether the operator has set up e-mail (SMTP_URL). Otherwise no e-mail is sent, and no e-mail channel can be created. */
  isMailSetUp: boolean,
  channels: z.array(Channel),
  /** Possible recipients of e-mail: the account itself (`personId` null) and the people who have an address. */
  recipients: z.array(z.object({ personId: z.nullable(key), name: z.string() })),
  /** Whether this person may change channels, which needs the right and all chats, because channels receive events of every chat. */
  canWrite: boolean,
})
export type Notifications = z.output<typeof Notifications>

/** The result of a test. */
const TestResult = z.object({
  ...tried,
  /** "POST /hooks/…", or "E-mail to Ines". */
  sent: z.string(),
  /** The beginning and the end of the signature; '' without one. */
  signature: z.string(),
})

export const notifications = {
  notificationsRead: endpoint('GET /notifications', 'notifications.read', 'Read the channels of notifications and their events', {
    response: itemResponse(Notifications),
  }),
  notificationChannelCreate: endpoint('POST /notifications/channels', 'notifications.write', 'Add a channel of notifications', {
    body: z.object({ channel: ChannelDraft, events: Events }),
    response: itemResponse(Channel),
  }),
  notificationChannelUpdate: endpoint(
    'PUT /notifications/channels/{channelId}',
    'notifications.write',
    'Change a channel of notifications',
    {
      description: 'Its kind cannot be changed.',
      body: z.object({ channel: ChannelDraft }),
      response: itemResponse(Channel),
    },
  ),
  notificationChannelDelete: endpoint(
    'DELETE /notifications/channels/{channelId}',
    'notifications.write',
    'Delete a channel of notifications',
  ),
  notificationChannelTest: endpoint(
    'POST /notifications/channels/{channelId}/test',
    'notifications.write',
    'Send a test through a channel at once, and read what the receiver answers',
    {
      response: itemResponse(TestResult),
    },
  ),
  notificationEventSet: endpoint(
    'PUT /notifications/channels/{channelId}/events',
    'notifications.write',
    'Turn an event of a channel on or off',
    {
      body: z.object({ event: Event, isOn: boolean }),
    },
  ),
}
