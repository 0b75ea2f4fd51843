import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { boolean, filledText, id, listResponse, text, wireDate, wireId, wireSeconds, wireText, wireVotes } from './values.ts'

/** Characters of a question or an answer. The API document states no limit; this one keeps a page of polls readable. */
export const maxPollTextLength = 1000

/**
 * A poll as read. The values of `status` are not documented (docs/assumptions.md row 7): show it, never branch on it.
 * The four dates have no time zone.
 */
export const Poll = z.object({
  id,
  status: wireText,
  roomId: z.optional(z.nullable(wireId)),
  userId: z.optional(z.nullable(wireId)),
  question: wireText,
  answer1: wireText,
  answer2: wireText,
  answer3: wireText,
  answer4: wireText,
  answer1count: wireVotes,
  answer2count: wireVotes,
  answer3count: wireVotes,
  answer4count: wireVotes,
  createDate: wireDate,
  lastSentDate: wireDate,
  publishedDate: wireDate,
  dateDeleted: wireDate,
})
export type Poll = z.output<typeof Poll>

export const PollDraft = z.object({
  question: filledText(maxPollTextLength),
  answer1: filledText(maxPollTextLength),
  answer2: filledText(maxPollTextLength),
  answer3: z.optional(text(maxPollTextLength)),
  answer4: z.optional(text(maxPollTextLength)),
  send: z.optional(boolean),
})
export type PollDraft = z.output<typeof PollDraft>

/**
 * The texts for an update. An answer that is empty and stays so is left out: it may have been null, and '' would take its place.
 * @param before as just read
 */
export function textsToUpdate({ answer3, answer4, ...others }: PollDraft, before: Pick<Poll, 'answer3' | 'answer4'>): PollDraft {
  return {
    ...others,
    ...((answer3 || before.answer3) && { answer3 }),
    ...((answer4 || before.answer4) && { answer4 }),
  }
}

export const pollList = endpoint('GET /chats/{chatId}/polls', 'polls.read', 'List the polls of a chat', { response: listResponse(Poll) })

export const pollCreate = endpoint('POST /chats/{chatId}/polls', 'polls.write', 'Create a poll', {
  nonIdempotent: true,
  description: 'With `send`, the poll is also sent to all users in the chat. The response has no `status`.',
  body: PollDraft,
  response: z.object({ id, createDate: wireSeconds }),
})

export const pollUpdate = endpoint('PUT /chats/{chatId}/polls/{pollId}', 'polls.write', 'Change a poll', { body: PollDraft })

export const pollDelete = endpoint('DELETE /chats/{chatId}/polls/{pollId}', 'polls.delete', 'Delete a poll')

export const pollReset = endpoint('POST /chats/{chatId}/polls/{pollId}/reset', 'polls.delete', 'Reset the votes of a poll', {
  nonIdempotent: true,
})

export const pollResend = endpoint('POST /chats/{chatId}/polls/{pollId}/resend', 'polls.write', 'Resend a poll', { nonIdempotent: true })

export const pollPublish = endpoint('POST /chats/{chatId}/polls/{pollId}/publish', 'polls.write', 'Publish a poll', {
  nonIdempotent: true,
})
