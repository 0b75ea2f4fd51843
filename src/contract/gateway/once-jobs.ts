import { z } from 'zod/mini'
import { failureKinds } from '../client.ts'
import { maxMessageBytes } from '../messages.ts'
import { PollDraft } from '../polls.ts'
import { boolean, id, lineText, textOfBytes } from '../values.ts'
import { maxChangedChats } from './chat-changes.ts'
import { jobFrame } from './job-frame.ts'

const isOnceEach = (chats: readonly { chatId: number }[]) => new Set(chats.map(({ chatId }) => chatId)).size === chats.length
const onceEach = { error: 'must name each chat once' }
const chat = { chatId: id, chatName: lineText(1000) }
const Chats = z.array(z.object(chat)).check(z.minLength(1), z.maxLength(maxChangedChats), z.refine(isOnceEach, onceEach))
const Polls = z.array(z.object({ ...chat, pollId: id })).check(z.minLength(1), z.maxLength(maxChangedChats), z.refine(isOnceEach, onceEach))

/** As the API takes it, with names of one line. */
const Message = z.object({ text: textOfBytes(maxMessageBytes), username: z.optional(lineText(200)), image: z.optional(lineText(2000)) })

/** What a job does once in each of several chats. */
export const OnceDraft = z.discriminatedUnion('kind', [
  z.object({ ...jobFrame, kind: z.literal('posts'), chats: Chats, message: Message }),
  z.object({
    ...jobFrame,
    kind: z.literal('polls-create'),
    chats: Chats,
    poll: z.required(z.omit(PollDraft, { send: true })),
    /** Whether it is sent to everyone at once. */
    isSent: boolean,
    /** The polls that are the same one in other chats. */
    alike: z.array(z.object({ chatId: id, pollId: id })).check(z.maxLength(maxChangedChats)),
  }),
  z.object({ ...jobFrame, kind: z.literal('polls-publish'), chats: Polls }),
  z.object({ ...jobFrame, kind: z.literal('polls-delete'), chats: Polls }),
])
export type OnceDraft = z.output<typeof OnceDraft>

export const ChatsLeft = z.object({
  kind: z.literal('once'),
  /** What it was to do. */
  draft: OnceDraft,
  /** Where it is not done, or a person should look: it was sent, and it could not be found out what came of it, or what came of it is odd. */
  chats: z.array(
    z.object({
      chatId: id,
      outcome: z.enum(['failed', 'check', 'notTried']),
      /** Without a kind it is done, but odd, as `advice` says: what a person can do. Words are those of the service, and of the gateway; '' where there are none. */
      failure: z.nullable(
        z.object({ kind: z.nullable(z.enum(failureKinds)), serviceMessage: z.string(), reason: z.string(), advice: z.string() }),
      ),
    }),
  ),
})
export type ChatsLeft = z.output<typeof ChatsLeft>
