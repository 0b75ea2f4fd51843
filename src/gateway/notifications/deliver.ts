import { emailPattern } from '#contract/values.ts'
import type { Keys } from '../session/seal.ts'
import type { Query, GatewayTables } from '../database/database.ts'
import { type ChannelRow, openSecrets, recipientsOf, secretsIn } from './channels.ts'
import { type ReceiverOptions, type Tried, post, reasonOf, sendTimeoutMs, triedSince } from './receiver.ts'
import { isLoopback } from '../server/loopback.ts'
import { createHmac } from 'node:crypto'
import type { Selectable } from 'kysely'
import { notificationEvents } from '#contract/gateway/notification-events.ts'
import type { WebhookShape } from '#contract/gateway/notifications.ts'

/** The content of a delivery. */
export interface Message {
  /** The id of the delivery: the same for each try, so that a receiver can detect duplicates. */
  id: string
  event: GatewayTables['notification_delivery']['event'] | 'test'
  count: number
  /** The first `maxListedEvents`. */
  events: readonly ListedEvent[]
}

type ListedEvent = Pick<Selectable<GatewayTables['notification']>, 'id' | 'event' | 'at' | 'title' | 'text' | 'link' | 'chat_id' | 'cause'>

/** How many events of a delivery are listed one by one. */
export const maxListedEvents = 20
const maxDiscord = 2000

const titleOf = ({ event, count, events }: Message): string => {
  if (event === 'test') return 'Test of notifications'
  return count === 1 ? events[0]!.title : `${notificationEvents[event].label}: ${count} events`
}

/** @param origin the address of the dashboard */
export function textOf(message: Message, origin: string): string {
  const { event, count, events } = message
  if (event === 'test') return `Roomkeeper can reach this channel. ${origin}`
  const linkOf = ({ link }: ListedEvent) => (link === '' ? '' : `${origin}${link}`)
  if (count === 1) return lines(events.flatMap((one) => [one.title, one.text, linkOf(one)]))
  const rest = count - events.length
  return lines([
    titleOf(message),
    ...events.map((one) => `- ${one.title}${one.link === '' ? '' : ` ${linkOf(one)}`}`),
    rest === 0 ? '' : rest === 1 ? 'and 1 more' : `and ${rest} more`,
  ])
}

const lines = (parts: readonly string[]) => parts.filter((part) => part !== '').join('\n')

/** The body of a webhook. Names of chats and authors are untrusted, so they are escaped and cannot mention people or groups. */
export function bodyOf(message: Message, shape: WebhookShape, origin: string): string {
  const text = textOf(message, origin)
  switch (shape) {
    case 'slack':
      return JSON.stringify({ text: text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') })
    case 'discord':
      return JSON.stringify({ content: text.slice(0, maxDiscord), allowed_mentions: { parse: [] } })
    case 'matrix':
      return JSON.stringify({ text: text.replaceAll('@', '@\u200B') })
    case 'roomkeeper': {
      const { id, event, count } = message
      const events = message.events.map(({ link, chat_id: chatId, cause, ...one }) => ({
        ...one,
        link: link === '' ? '' : `${origin}${link}`,
        chatId,
        cause: JSON.parse(cause) as unknown,
      }))
      return JSON.stringify({ id, event, title: titleOf(message), count, events })
    }
  }
}

/** HMAC-SHA-256 over time and body, so that neither can be changed and an old request cannot be replayed. @param time Unix seconds */
const signatureOf = (secret: string, time: number, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`

const signatureHeader = 'x-roomkeeper-signature'
const timeHeader = 'x-roomkeeper-time'

interface DeliverOptions extends ReceiverOptions {
  query: Query
  keys: Keys
  /** null: the operator has not set up e-mail. */
  mail: MailSettings | null
  /** The address of the dashboard. */
  origin: string
  nowMs: () => number
}

export interface Delivered extends Tried {
  /** "POST /hooks/…", or "E-mail to Ines". */
  sent: string
  /** '' if the message is not signed. */
  signature: string
}

/** Sends a message through a channel, once. Rejects only if the database does not answer. */
export type Deliver = (channel: ChannelRow, message: Message) => Promise<Delivered>

export function createDeliver(options: DeliverOptions): Deliver {
  const { query, keys, mail, origin, nowMs } = options

  const unsent = (sent: string, error: string): Delivered => ({
    ...triedSince(performance.now())({ error, isFinal: true }),
    sent,
    signature: '',
  })

  async function webhook(channel: ChannelRow, message: Message): Promise<Delivered> {
    const sent = `POST ${channel.shown}`
    const secrets = openSecrets(keys, channel)
    if (!secrets) return unsent(sent, 'The key file was changed: enter the address and the secret of this channel again')
    const { address, secret } = secrets
    const body = bodyOf(message, channel.shape, origin)
    const time = Math.floor(nowMs() / 1000)
    const signature = secret === '' ? '' : signatureOf(secret, time, body)
    const headers = { [timeHeader]: String(time), ...(signature !== '' && { [signatureHeader]: signature }) }
    const url = new URL(address)
    const tried = await post(url, body, headers, options)
    return { ...tried, answer: without(tried.answer, [secret, ...secretsIn(url)]), sent, signature }
  }

  async function email(channel: ChannelRow, message: Message): Promise<Delivered> {
    const person =
      channel.person_id === '' ? null : (await recipientsOf(query, channel.workspace)).find((one) => one.personId === channel.person_id)
    const name = channel.person_id === '' ? channel.email : (person?.name ?? channel.name)
    const sent = `E-mail to ${name}`
    const to = channel.person_id === '' ? channel.email : (person?.email ?? '')
    // A single address, not a list.
    if (!emailPattern.test(to) || /[,;<>"]/.test(to)) return unsent(sent, 'This person has no e-mail address, or is no longer in the team')
    if (!mail) return unsent(sent, 'E-mail is not set up: the operator sets SMTP_URL')
    const tried = await sendMail(mail, { id: message.id, to, subject: titleOf(message), text: textOf(message, origin) })
    return { ...tried, sent, signature: '' }
  }

  return (channel, message) => (channel.kind === 'webhook' ? webhook(channel, message) : email(channel, message))
}

/** Removes secrets from an answer: a receiver may echo what it was sent, or its own address. The longest first, which may contain others. */
const without = (text: string, secrets: readonly string[]): string =>
  secrets
    .filter((secret) => secret !== '')
    .toSorted((one, other) => other.length - one.length)
    .reduce((rest, secret) => rest.replaceAll(secret, '…'), text)

/** The operator's settings for e-mail. */
export interface MailSettings {
  /** smtp:// or smtps://, with user name and password if the server requires them. */
  url: string
  /** The sender. */
  from: string
}

interface Mail {
  /** The same for each try, so that a mailbox can detect duplicates. */
  id: string
  to: string
  subject: string
  text: string
}

/** Sends one mail over its own connection. Never rejects. */
async function sendMail({ url, from }: MailSettings, { id, to, subject, text }: Mail): Promise<Tried> {
  const began = performance.now()
  const server = new URL(url)
  // Most installations send none, and it would be a part of every start.
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    url,
    // Never send a password over the network unencrypted.
    requireTLS: server.password !== '' && !isLoopback(server.hostname),
    connectionTimeout: sendTimeoutMs,
    greetingTimeout: sendTimeoutMs,
    socketTimeout: sendTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const result = triedSince(began)
  let timer: NodeJS.Timeout | undefined
  try {
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`No answer within ${sendTimeoutMs / 1000} s`)), sendTimeoutMs)
    })
    const sending = transport.sendMail({ from, to: { name: '', address: to }, subject, text, messageId: `<${id}@roomkeeper>` })
    const { response } = await Promise.race([sending, late])
    return result({ isDelivered: true, status: statusIn(response), answer: response })
  } catch (error) {
    const response = error instanceof Error && 'response' in error && typeof error.response === 'string' ? error.response : ''
    return result(response ? { status: statusIn(response), answer: response } : { error: reasonOf(error) })
  } finally {
    clearTimeout(timer)
    transport.close()
  }
}

const statusIn = (response: string): number | null => Number(/^\d{3}/.exec(response)?.[0]) || null
