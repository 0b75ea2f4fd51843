import { z } from 'zod/mini'
import { maxMessageBytes, MessageDraft } from '#contract/messages.ts'
import { byteLength } from '#contract/values.ts'
import { queryClient } from '#dashboard/platform/api/query.ts'
import { onceJob } from '#dashboard/platform/jobs/once-job.ts'
import type { SendRequest } from '#dashboard/platform/session/session.ts'
import { localJson, setLocalText } from '#dashboard/platform/session/session-state.ts'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import type { ChatCursor } from '#engine/messages/read-messages.ts'
import { messagePost, type PostBody, type Posted, sameText } from '#engine/sending/post-message.ts'
import { findSent, sendOnce, type SentOnce } from '#engine/sending/send-once.ts'

/** The fields of the form. An empty field is ''. */
export interface PostFields {
  text: string
  username: string
  image: string
}

/** An issue that does not stop the validation of further rules. */
const problem = (message: string, input: unknown, path: string[] = []) => ({
  code: 'custom' as const,
  message,
  input,
  path,
  continue: true,
})

export const PostDraft = z
  .object({
    text: z.string().check(({ value, issues }) => {
      const found = textProblem(value)
      if (found) issues.push(problem(found, value))
    }),
    username: z.string().check(z.trim(), z.maxLength(200, 'must have at most 200 characters')),
    image: z.string().check(z.trim()),
  })
  .check(({ value, issues }) => {
    const found = imageProblem(value)
    if (found) issues.push(problem(found, value.image, ['image']))
  })

/** UTF-8 bytes over the limit, as the service counts; negative below it. */
export const bytesOver = (text: string): number => byteLength(text) - maxMessageBytes

function textProblem(text: string): string | null {
  if (text.trim() === '') return 'Enter a message'
  const over = bytesOver(text)
  if (over > 0) return `${counted(over, 'byte')} over the limit of ${count(maxMessageBytes)}`
  return MessageDraft.shape.text.safeParse(text).error?.issues[0]?.message ?? null
}

function imageProblem({ image, username }: PostFields): string | null {
  if (image === '') return null
  if (!URL.canParse(image) || new URL(image).protocol !== 'https:') return 'Enter a full address that starts with https://'
  // The service ignores an image without a name: docs/assumptions.md row 13.
  if (username === '') return 'The chat shows an image only next to a name. Enter a name or remove the image.'
  return MessageDraft.shape.image.safeParse(image).error?.issues[0]?.message ?? null
}

export const bodyOf = ({ text, username, image }: PostFields): PostBody => ({
  text,
  ...(username && { username }),
  ...(image && { image }),
})

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
 * Sends a message once. If no answer arrives, looks for it in the chat. Rejects with a Failure if the message was refused, or if the chat could not be read
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

export const lookAgain = (send: SendRequest, chatId: number, { body, sent }: LostPost) =>
  findSent(messagePost(send, chatId, body), sent.seen, sent.because)

export const noteSent = (target: PostTarget, text: string) => keepSent(target, withSent(sentMessages(target), text, Date.now()))

/** How long ago the same text was sent to the chat from this browser, in seconds; null if not within the last two minutes. */
export const secondsSinceSent = (target: PostTarget, text: string): number | null =>
  secondsSinceLastSent(sentMessages(target), text, Date.now())

const storageName = ({ accountId, chatId }: PostTarget) => `posted-${accountId}-${chatId}`
const sentMessages = (target: PostTarget) => readSent(localJson(storageName(target)))
/** Where the storage is full, nothing is kept, which must not prevent posting. */
const keepSent = (target: PostTarget, sent: Sent) => setLocalText(storageName(target), JSON.stringify(sent))

/** Makes the open messages view look for new messages at once. */
export const refreshNewMessages = (chatId: number) => queryClient.invalidateQueries({ queryKey: ['messageList', { chatId }, 'news'] })

export const postJob = onceJob(() =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'messageList' && queryKey[2] === 'news' }),
)

const SentList = z.array(z.object({ text: z.string(), at: z.number() }))
/** Messages that were sent from this browser, with or without an answer; `at` in milliseconds. */
export type Sent = z.output<typeof SentList>

/** Anything invalid, for example from another release, is read as empty. */
export const readSent = (kept: unknown): Sent => SentList.safeParse(kept).data ?? []

/** Sending the same text again within this time may be a mistake, so it needs confirmation. */
const repeatWindowMs = 120_000

/** The recent messages with one more. @param now milliseconds */
export const withSent = (sent: Sent, text: string, now: number): Sent => [...recent(sent, now), { text, at: now }]

// `at <= now` drops entries from the future, which a clock that was set back would keep forever.
const recent = (sent: Sent, now: number) => sent.filter(({ at }) => now - at < repeatWindowMs && at <= now)

/** How long ago the same text was sent to the chat, in seconds; null if two minutes ago or more. @param now milliseconds */
export function secondsSinceLastSent(sent: Sent, text: string, now: number): number | null {
  const last = recent(sent, now).findLast((other) => sameText(other.text) === sameText(text))
  return last ? Math.round((now - last.at) / 1000) : null
}
