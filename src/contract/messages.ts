import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { doneResponse, id, chatParams, listResponse, pathId, text, textOfBytes, wireId, wireSeconds, wireText } from './values.ts'

/** Of a message text in UTF-8, by the API document. */
export const maxMessageBytes = 2000
/** Ids in one request that deletes several messages, by the API document. */
export const maxDeleteBatchSize = 25
/** Messages in one answer of our service; other services may return fewer (docs/assumptions.md row 9). */
export const maxMessagePageSize = 500
export const defaultMessagePageSize = 50

export const Message = z.object({
  messageId: id,
  time: wireSeconds,
  userId: z.nullable(wireId),
  image: z.nullable(z.string()),
  userName: wireText,
  text: wireText,
})
export type Message = z.output<typeof Message>

export const MessageDraft = z.object({
  text: textOfBytes(maxMessageBytes),
  username: z.optional(text(200)),
  /** Shown only together with `username`, by the API document. */
  image: z.optional(text(2000)),
})

const seconds = z.pipe(
  z.union([z.number(), z.string().check(z.regex(/^\d{1,12}$/, 'must be whole seconds since 1970'))]),
  z.transform(Number),
)
const flag = z.pipe(
  z.union([z.boolean(), z.string().check(z.regex(/^(|1|0|true|false)$/, 'must be a flag'))]),
  z.transform((value) => value === true || value === '' || value === '1' || value === 'true'),
)
const limit = z.pipe(
  z.union([z.number(), z.string().check(z.regex(/^[1-9]\d*$/, 'must be a whole number above 0'))]),
  // Capped, so that a number of any length stays a row of digits when it is sent on.
  z.transform((value) => Math.min(Number(value), Number.MAX_SAFE_INTEGER)),
)
/** Characters of `next`: about as many as fit into a URL. Its format is opaque. */
const maxNextLength = 16_000

export const MessageIds = z
  .array(id)
  .check(z.minLength(1, 'must hold at least one id'), z.maxLength(maxDeleteBatchSize, `must hold at most ${maxDeleteBatchSize} ids`))

const messageParams = z.object({ chatId: pathId, messageId: pathId })

export const messageSend = endpoint({
  method: 'POST',
  path: '/chats/{chatId}/messages',
  summary: 'Post a system message',
  right: 'messages.write',
  nonIdempotent: true,
  params: chatParams,
  body: MessageDraft,
  response: doneResponse,
})

export const messageList = endpoint({
  method: 'GET',
  path: '/chats/{chatId}/messages',
  summary: 'Read messages, a page at a time',
  right: 'messages.read',
  description:
    'The fast route. `next` of an answer reads the following page, alone or with the same `from`, `to` and `reverse`. Any other value is refused.',
  params: chatParams,
  query: z.object({
    fast: z.union([
      z.literal(true),
      z.pipe(
        z.literal('true'),
        z.transform(() => true as const),
      ),
    ]),
    limit: z.optional(limit),
    from: z.optional(seconds),
    to: z.optional(seconds),
    reverse: z.optional(flag),
    next: z.optional(z.string().check(z.maxLength(maxNextLength, { error: `must have at most ${maxNextLength} characters`, abort: true }))),
  }),
  response: z.object({ ...listResponse(Message).shape, next: z.optional(z.string()) }),
})

export const messageListSlow = endpoint({
  method: 'GET',
  path: '/chats/{chatId}/messages',
  summary: 'Read all messages at once',
  right: 'messages.read',
  description: 'Replaced by the fast route. Our service returns only the newest messages.',
  deprecated: true,
  params: chatParams,
  response: listResponse(Message),
})

export const messageDelete = endpoint({
  method: 'DELETE',
  path: '/chats/{chatId}/messages/{messageId}',
  summary: 'Delete one message',
  right: 'messages.delete',
  params: messageParams,
  response: doneResponse,
})

export const messageDeleteSome = endpoint({
  method: 'POST',
  path: '/chats/{chatId}/messages/delete',
  summary: 'Delete up to 25 messages',
  right: 'messages.delete',
  description: 'The body is a bare JSON array of message ids. Ids that do not exist are ignored.',
  params: chatParams,
  body: MessageIds,
  response: doneResponse,
})

export const messageDeleteAll = endpoint({
  method: 'DELETE',
  path: '/chats/{chatId}/messages',
  summary: 'Delete all messages of a chat',
  right: 'messages.clear',
  nonIdempotent: true,
  description: 'Irreversible.',
  params: chatParams,
  response: doneResponse,
})
