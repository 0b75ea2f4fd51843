import { readFirst } from '#contract/client.ts'
import type { Message } from '#contract/messages.ts'
import { queryClient } from '#dashboard/platform/api/query.ts'
import { storeText, storedText, type SendRequest } from '#dashboard/platform/session/session.ts'
import { isOutcomeUnknown } from '#dashboard/ui/feedback/error-messages.ts'
import { isTheSent, readSent, roomBefore, sentBefore, withSent, type Before, type PostBody, type Sent } from './posting.ts'
import { readPage } from '../read.ts'

/** Posting, and finding out what became of it. Nothing here sends a message a second time. */

/** A message without an answer, and what the chat held before. */
export interface Attempt {
  body: PostBody
  known: Before
}

/** `copies`: more than one where a way that delivers twice made more of it. `missing`: not among so many messages that were looked at. `unseen`: the chat could not be read. */
export type Posted = { kind: 'posted' | 'found'; copies: number } | Lost
export type Lost = { kind: 'missing'; looked: number; attempt: Attempt } | { kind: 'unseen'; error: unknown; attempt: Attempt }

export interface PostTarget {
  accountId: number
  chatId: number
}

/**
 * Sends a message. Where no answer comes, it is looked for in the chat. Rejects with a Failure when it was refused, or when the chat could not be read
 * before: then nothing was sent.
 * @param onNoAnswer called before it is looked for
 */
export async function postMessage(send: SendRequest, target: PostTarget, body: PostBody, onNoAnswer: () => void): Promise<Posted> {
  const earlier = sentTo(target)
  // Before it is sent: a reload must not make it forgotten.
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
  const known = roomBefore(messages, next === undefined)
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

/** More than this within a moment nobody could look through. */
const mostPages = 20

/** Looks for a message whose answer did not come among all that is newer than before. Never rejects. */
export async function lookFor(chatId: number, attempt: Attempt): Promise<Posted> {
  const { body, known } = attempt
  let looked = 0
  let next: string | null = null
  try {
    for (let pages = 0; pages < mostPages; pages++) {
      const page = await readPage(chatId, rangeAfter(known), next)
      const copies = copiesIn(page.messages, body, known)
      if (copies > 0) return { kind: 'found', copies }
      looked += page.messages.length
      if (page.next === undefined) break
      next = page.next
    }
    return { kind: 'missing', looked, attempt }
  } catch (error) {
    return { kind: 'unseen', error, attempt }
  }
}

const rangeAfter = ({ from }: Before) => (from === undefined ? {} : { from })
const copiesIn = (messages: readonly Message[], body: PostBody, known: Before) =>
  messages.filter((message) => isTheSent(body, known, message)).length

/** How long ago the same text was sent to the chat from this browser, in seconds; null where that was not in the last two minutes. */
export const secondsSinceSent = (target: PostTarget, text: string): number | null => sentBefore(sentTo(target), text, Date.now())

const nameOf = ({ accountId, chatId }: PostTarget) => `posted-${accountId}-${chatId}`
const sentTo = (target: PostTarget) => readSent(storedText(nameOf(target)))

function keepSent(target: PostTarget, sent: Sent): void {
  try {
    storeText(nameOf(target), JSON.stringify(sent))
  } catch {
    // Storage is full: no reason not to post.
  }
}

/** What is newest is read again by whoever shows it. */
export const refreshNewMessages = (chatId: number) => queryClient.invalidateQueries({ queryKey: ['messageList', { chatId }, 'news'] })
