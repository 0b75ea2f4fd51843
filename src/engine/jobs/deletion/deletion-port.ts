import { z } from 'zod/mini'
import { Failure, type Call, type ReadCall } from '#contract/client.ts'
import { maxMessagePageSize, Message } from '#contract/messages.ts'
import { unreadableIn } from '#contract/readable-rows.ts'
import { listResponse } from '#contract/values.ts'
import type { DeletionPort, PageRequest } from './deletion-input.ts'

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
