import { createPageTrail } from '#engine/jobs/page-trail.ts'
import { stuckFailure } from '#engine/jobs/read-pages.ts'
import { readFirst } from '#contract/client.ts'
import type { Message } from '#contract/messages.ts'
import { queryClient } from '#dashboard/platform/api/query.ts'
import { storeText, storedText, type SendRequest } from '#dashboard/platform/session/session.ts'
import { isOutcomeUnknown } from '#dashboard/ui/feedback/error-messages.ts'
import {
  isSentMessage,
  readSent,
  snapshotOf,
  secondsSinceLastSent,
  withSent,
  type ChatSnapshot,
  type PostBody,
  type Sent,
} from './posting.ts'
import { readPage } from '../read.ts'

/** Posts a message and finds out whether it arrived. Nothing here sends a message twice. */

/** A message that was sent without an answer, and the state of the chat before. */
export interface Attempt {
  body: PostBody
  known: ChatSnapshot
}

/** `copies` is more than 1 if the request was delivered more than once. `missing`: not among the messages read. `unreadable`: the chat could not be read. */
export type Posted = { kind: 'posted' | 'found'; copies: number } | UnconfirmedMessage
export type UnconfirmedMessage =
  | { kind: 'missing'; messagesRead: number; attempt: Attempt }
  | { kind: 'unreadable'; error: unknown; attempt: Attempt }

export interface PostTarget {
  accountId: number
  chatId: number
}

/**
 * Sends a message. If no answer arrives, looks for it in the chat. Rejects with a Failure if the message was refused, or if the chat could not be read
 * before sending, in which case nothing was sent.
 * @param onNoAnswer called before the chat is searched
 */
export async function postMessage(send: SendRequest, target: PostTarget, body: PostBody, onNoAnswer: () => void): Promise<Posted> {
  const earlier = sentMessages(target)
  // Stored before sending, so that it is known after a reload.
  keepSent(target, withSent(earlier, body.text, Date.now()))
  try {
    return await sendAndLook(send, target.chatId, body, onNoAnswer)
  } catch (error) {
    keepSent(target, earlier)
    throw error
  }
}

async function sendAndLook(send: SendRequest, chatId: number, body: PostBody, onNoAnswer: () => void): Promise<Posted> {
  const { messages, next } = await readFirst(readPage(chatId, {}, null))
  const known = snapshotOf(messages, next === undefined)
  try {
    await send('messageSend', { params: { chatId }, body })
    const { messages: now } = await readPage(chatId, rangeAfter(known), null).catch(() => ({ messages: [] }))
    return { kind: 'posted', copies: Math.max(copiesIn(now, body, known), 1) }
  } catch (error) {
    if (!isOutcomeUnknown(error)) throw error
    onNoAnswer()
    return lookFor(chatId, { body, known })
  }
}

/** Limits how much of a very busy chat is searched. */
const maxPages = 20

/** Looks for a message that was sent without an answer among all messages since the snapshot. Never rejects. */
export async function lookFor(chatId: number, attempt: Attempt): Promise<Posted> {
  const { body, known } = attempt
  const trail = createPageTrail()
  let messagesRead = 0
  let next: string | null = null
  try {
    for (let pages = 0; pages < maxPages; pages++) {
      const page = await readPage(chatId, rangeAfter(known), next)
      const copies = copiesIn(page.messages, body, known)
      if (copies > 0) return { kind: 'found', copies }
      messagesRead += page.messages.length
      const verdict = trail.add(page)
      // It may be among the messages that can't be read.
      if (verdict === 'stuck') throw stuckFailure()
      if (verdict === 'end' || page.next === undefined) break
      next = page.next
    }
    return { kind: 'missing', messagesRead, attempt }
  } catch (error) {
    return { kind: 'unreadable', error, attempt }
  }
}

const rangeAfter = ({ from }: ChatSnapshot) => (from === undefined ? {} : { from })
const copiesIn = (messages: readonly Message[], body: PostBody, known: ChatSnapshot) =>
  messages.filter((message) => isSentMessage(body, known, message)).length

/** How long ago the same text was sent to the chat from this browser, in seconds; null if not within the last two minutes. */
export const secondsSinceSent = (target: PostTarget, text: string): number | null =>
  secondsSinceLastSent(sentMessages(target), text, Date.now())

const storageName = ({ accountId, chatId }: PostTarget) => `posted-${accountId}-${chatId}`
const sentMessages = (target: PostTarget) => readSent(storedText(storageName(target)))

function keepSent(target: PostTarget, sent: Sent): void {
  try {
    storeText(storageName(target), JSON.stringify(sent))
  } catch {
    // Full storage must not prevent posting.
  }
}

/** Makes the open messages view look for new messages at once. */
export const refreshNewMessages = (chatId: number) => queryClient.invalidateQueries({ queryKey: ['messageList', { chatId }, 'news'] })
