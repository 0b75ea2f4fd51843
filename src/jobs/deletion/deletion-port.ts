import type { Call, ReadCall } from '#contract/client.ts'
import { maxMessagePageSize, type Message } from '#contract/messages.ts'
import type { DeletionPort, PageRequest } from './deletion-input.ts'

interface ApiPort extends DeletionPort {
  readPage: (page: PageRequest, signal: AbortSignal) => Promise<{ messages: Message[]; next: string | undefined }>
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
    const answer = await read('messageList', { params: { chatId }, query }, { signal })
    return { messages: answer.data, next: answer.next }
  },
})
