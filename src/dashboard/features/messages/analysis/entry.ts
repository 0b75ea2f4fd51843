import type { Message } from '#contract/messages.ts'
import { hasLink } from '../text/visible-text.ts'
import { fold } from './fold.ts'
import { posterKey } from './posters.ts'

/** A message with what is asked about it again and again. */
export interface Entry {
  id: number
  /** Seconds. */
  time: number
  message: Message
  poster: string
  /** The text without case and accents. */
  folded: string
  hasLink: boolean
  /** The number of its normal form. */
  form: number
}

export const entryOf = (message: Message, form: number): Entry => ({
  id: message.messageId,
  time: message.time,
  message,
  poster: posterKey(message),
  folded: fold(message.text),
  hasLink: hasLink(message.text),
  form,
})

/** Newest first; equal times by id. The order of the list on the page. */
export const newestFirst = (one: Entry, other: Entry) => other.time - one.time || other.id - one.id
