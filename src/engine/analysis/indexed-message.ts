import type { Message } from '#contract/messages.ts'
import { hasLink } from '#engine/analysis/visible-text.ts'
import { fold } from './normal-form.ts'

/** A message with the values that every question needs, computed once. */
export interface IndexedMessage {
  id: number
  /** Seconds. */
  time: number
  message: Message
  author: string
  /** The text without case and accents. */
  folded: string
  hasLink: boolean
  /** The number of its normal form. */
  form: number
}

export const indexMessage = (message: Message, form: number): IndexedMessage => ({
  id: message.messageId,
  time: message.time,
  message,
  author: authorKey(message),
  folded: fold(message.text),
  hasLink: hasLink(message.text),
  form,
})

/** Newest first; equal times by id. The same order as the list on the page. */
export const newestFirst = (one: IndexedMessage, other: IndexedMessage) => other.time - one.time || other.id - one.id

/** Identifies an author by id and name. A guest has no id and is identified by the name alone. */
export const authorKey = ({ userId, userName }: Pick<Message, 'userId' | 'userName'>): string => `${userId ?? ''}:${userName}`
