import { createHmac } from 'node:crypto'
import type { Selectable } from 'kysely'
import { notificationEvents } from '#contract/gateway/notification-events.ts'
import type { WebhookShape } from '#contract/gateway/notifications.ts'
import type { GatewayTables } from '../database/database.ts'

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

export const titleOf = ({ event, count, events }: Message): string => {
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
export const signatureOf = (secret: string, time: number, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`

export const signatureHeader = 'x-roomkeeper-signature'
export const timeHeader = 'x-roomkeeper-time'
