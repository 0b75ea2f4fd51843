import type { Call } from '#contract/client.ts'
import { serviceName } from '#contract/provider-names.ts'
import type { Message, MessageDraft } from '#contract/messages.ts'
import type { z } from 'zod/mini'
import { countAfter, pagesOf, readNewest, type ChatCursor } from '#engine/messages/read-messages.ts'
import type { OnceChange } from './send-once.ts'

export type PostBody = z.output<typeof MessageDraft>

/** `copies`: more than one where the request was delivered more than once, for instance by a proxy. */
export interface Posted {
  copies: number
}

/** A message to a chat. It is told from the same text that was there before by what the chat held. */
export function messagePost(call: Call, chatId: number, body: PostBody): OnceChange<ChatCursor, Posted> {
  const readPage = pagesOf(call, chatId, { skipsUnreadable: true })
  const copiesAfter = (seen: ChatCursor) => countAfter(readPage, seen, (message) => isPost(body, message))
  return {
    look: async () => ({ seen: await readNewest(readPage) }),
    send: async (seen) => {
      await call('messageSend', { params: { chatId }, body })
      return { copies: Math.max(1, await copiesAfter(seen).catch(() => 1)) }
    },
    find: async (seen) => {
      const copies = await copiesAfter(seen)
      return copies > 0 ? { copies } : null
    },
    oddIn: ({ copies }) => (copies > 1 ? inCopies(copies) : ''),
    missing: {
      advice: `It was not found in the chat, although ${serviceName()} may have posted it. Check the chat before you post it again.`,
      // A chat may store no messages, and users have seen it.
      mayBeSentAgain: false,
    },
  }
}

/** A sentence. */
export const inCopies = (copies: number) => `It is there ${copies} times: the request was delivered more than once.`

/** Whether a new message of the chat is the one that was sent. One that was sent without a name gets one from the service, so any name matches. */
export const isPost = ({ text, username }: PostBody, message: Pick<Message, 'text' | 'userName'>): boolean =>
  sameText(message.text) === sameText(text) && (username === undefined || sameText(message.userName) === sameText(username))

/** Services may trim texts and change their line ends. */
export const sameText = (text: string) => text.replaceAll('\r\n', '\n').normalize().trim()
