import { queryClient } from '#dashboard/platform/api/query.ts'
import { storeText, storedText, type SendRequest } from '#dashboard/platform/session/session.ts'
import type { ChatCursor } from '#engine/messages/read-messages.ts'
import { messagePost, type PostBody, type Posted } from '#engine/sending/post-message.ts'
import { findSent, sendOnce, type SentOnce } from '#engine/sending/send-once.ts'
import { readSent, secondsSinceLastSent, withSent, type Sent } from './posting.ts'

/** Posts a message and finds out whether it arrived. Nothing here sends a message twice. */

/** A message that was sent without an answer. */
export interface LostPost {
  body: PostBody
  sent: Exclude<SentOnce<ChatCursor, Posted>, { outcome: 'done' }>
}

export interface PostTarget {
  accountId: number
  chatId: number
}

/**
 * Sends a message. If no answer arrives, looks for it in the chat. Rejects with a Failure if the message was refused, or if the chat could not be read
 * before sending, in which case nothing was sent.
 * @param onNoAnswer called before the chat is searched
 */
export async function postMessage(
  send: SendRequest,
  target: PostTarget,
  body: PostBody,
  onNoAnswer: () => void,
): Promise<SentOnce<ChatCursor, Posted>> {
  const earlier = sentMessages(target)
  // Stored before sending, so that it is known after a reload.
  keepSent(target, withSent(earlier, body.text, Date.now()))
  try {
    return await sendOnce(messagePost(send, target.chatId, body), { onNoAnswer })
  } catch (error) {
    keepSent(target, earlier)
    throw error
  }
}

/** Looks again for a message that was sent without an answer. */
export const lookAgain = (send: SendRequest, chatId: number, { body, sent }: LostPost) =>
  findSent(messagePost(send, chatId, body), sent.seen, sent.because)

/** Notes what a job is about to send. */
export const noteSent = (target: PostTarget, text: string) => keepSent(target, withSent(sentMessages(target), text, Date.now()))

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
