import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import {
  boolean,
  doneResponse,
  filledText,
  id,
  chatParams,
  listResponse,
  pathId,
  text,
  wireDate,
  wireId,
  wireSeconds,
  wireText,
  wireVotes,
} from './values.ts'

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

const pollParams = z.object({ chatId: pathId, pollId: pathId })

export const pollList = endpoint({
  method: 'GET',
  path: '/chats/{chatId}/polls',
  summary: 'List the polls of a chat',
  right: 'polls.read',
  params: chatParams,
  response: listResponse(Poll),
})

export const pollCreate = endpoint({
  method: 'POST',
  path: '/chats/{chatId}/polls',
  summary: 'Create a poll',
  right: 'polls.write',
  nonIdempotent: true,
  description: 'With `send`, the poll is also sent to all users in the chat. The response has no `status`.',
  params: chatParams,
  body: PollDraft,
  response: z.object({ id, createDate: wireSeconds }),
})

export const pollUpdate = endpoint({
  method: 'PUT',
  path: '/chats/{chatId}/polls/{pollId}',
  summary: 'Change a poll',
  right: 'polls.write',
  params: pollParams,
  body: PollDraft,
  response: doneResponse,
})

export const pollDelete = endpoint({
  method: 'DELETE',
  path: '/chats/{chatId}/polls/{pollId}',
  summary: 'Delete a poll',
  right: 'polls.delete',
  params: pollParams,
  response: doneResponse,
})

export const pollReset = endpoint({
  method: 'POST',
  path: '/chats/{chatId}/polls/{pollId}/reset',
  summary: 'Reset the votes of a poll',
  right: 'polls.delete',
  nonIdempotent: true,
  params: pollParams,
  response: doneResponse,
})

export const pollResend = endpoint({
  method: 'POST',
  path: '/chats/{chatId}/polls/{pollId}/resend',
  summary: 'Resend a poll',
  right: 'polls.write',
  nonIdempotent: true,
  params: pollParams,
  response: doneResponse,
})

export const pollPublish = endpoint({
  method: 'POST',
  path: '/chats/{chatId}/polls/{pollId}/publish',
  summary: 'Publish a poll',
  right: 'polls.write',
  nonIdempotent: true,
  params: pollParams,
  response: doneResponse,
})
