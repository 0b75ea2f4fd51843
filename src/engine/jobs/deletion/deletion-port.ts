import { z } from 'zod/mini'
import { type Call, Failure, type ReadCall } from '#contract/client.ts'
import { Message, maxMessagePageSize } from '#contract/messages.ts'
import { unreadableIn } from '#contract/readable-rows.ts'
import { listResponse } from '#contract/values.ts'

type Found = Pick<Message, 'messageId' | 'time'>

interface ApiPort extends DeletionPort {
  readPage: (page: PageRequest, signal: AbortSignal) => Promise<{ messages: Found[]; next: string | undefined }>
}

const foundList = listResponse(z.object({ messageId: Message.shape.messageId, time: Message.shape.time }))

/** The messages of an answer with rows that cannot be read: which messages are there is all that counts. Throws a Failure where not even that can be read. */
function foundIn(answer: unknown): Found[] {
  const parsed = foundList.safeParse(answer)
  if (!parsed.success) throw new Failure('not-this-api', { cause: parsed.error })
  return parsed.data.data
}

/** Deletes and reads messages of a chat over the API. @param send sends the deletions */
export const deletionPort = (chatId: number, send: Call, read: ReadCall = send): ApiPort => ({
  deleteSome: (ids, signal) => {
    const [only, ...others] = ids
    return only !== undefined && others.length === 0
      ? send('messageDelete', { params: { chatId, messageId: only } }, { signal })
      : send('messageDeleteSome', { params: { chatId }, body: ids }, { signal })
  },
  readPage: async ({ from, to, next }, signal) => {
    const query = { fast: true as const, limit: maxMessagePageSize, from, to, ...(next !== undefined && { next }) }
    let received: unknown
    const options = { signal, skipsUnreadable: true, onJson: (json: unknown) => void (received = json) }
    const answer = await read('messageList', { params: { chatId }, query }, options)
    return { messages: unreadableIn(answer) === 0 ? answer.data : foundIn(received), next: answer.next }
  },
})

/** The messages to delete. Plain data that a browser can store; each index is a step of the job. */
export interface DeletionInput {
  /** Message ids, each once, newest first: what users see in the chat is deleted first. */
  ids: Float64Array
  /** When each was posted, in seconds. */
  times: Float64Array
}

/** @param chosen in any order; `time` in seconds */
export function deletionInput(chosen: Iterable<{ id: number; time: number }>): DeletionInput {
  const unique = [...new Map(Array.from(chosen, (message) => [message.id, message])).values()]
  const messages = unique.toSorted((one, other) => other.time - one.time || other.id - one.id)
  return { ids: Float64Array.from(messages, ({ id }) => id), times: Float64Array.from(messages, ({ time }) => time) }
}

/** How messages of one chat are deleted and read. Both reject with a Failure, or with the signal's reason once it is aborted. */
export interface DeletionPort {
  /** @param ids at most `maxDeleteBatchSize` */
  deleteSome: (ids: number[], signal: AbortSignal) => Promise<unknown>
  readPage: (page: PageRequest, signal: AbortSignal) => Promise<IdPage>
}

/** `from` and `to` in whole seconds, both inclusive. */
export interface PageRequest {
  from: number
  to: number
  next: string | undefined
}

/** In any order. */
export interface IdPage {
  messages: { messageId: number }[]
  next?: string | undefined
}
