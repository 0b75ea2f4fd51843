import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, listResponse, text, textOfBytes, wireId, wireSeconds, wireText } from './values.ts'

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

export const messageSend = endpoint('POST /chats/{chatId}/messages', 'messages.write', 'Post a system message', {
  nonIdempotent: true,
  body: MessageDraft,
})

export const messageList = endpoint('GET /chats/{chatId}/messages', 'messages.read', 'Read messages, a page at a time', {
  description:
    'The fast route. `next` of an answer reads the following page, alone or with the same `from`, `to` and `reverse`. Any other value is refused.',
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

export const messageListSlow = endpoint('GET /chats/{chatId}/messages', 'messages.read', 'Read all messages at once', {
  description: 'Replaced by the fast route. Our service returns only the newest messages.',
  deprecated: true,
  response: listResponse(Message),
})

export const messageDelete = endpoint('DELETE /chats/{chatId}/messages/{messageId}', 'messages.delete', 'Delete one message')

export const messageDeleteSome = endpoint('POST /chats/{chatId}/messages/delete', 'messages.delete', 'Delete up to 25 messages', {
  description: 'The body is a bare JSON array of message ids. Ids that do not exist are ignored.',
  body: MessageIds,
})

export const messageDeleteAll = endpoint('DELETE /chats/{chatId}/messages', 'messages.clear', 'Delete all messages of a chat', {
  nonIdempotent: true,
  description: 'Irreversible.',
})

/**
 * A read of new messages that may be answered from a recent read of the same chat says so with this request header. Only the gateway knows it; it is
 * never sent to a service.
 */
export const pollMaxAge = (seconds: number) => ({ 'cache-control': `max-age=${seconds}` })

/** How old an answer to a poll may be, in seconds: as long as the pages wait between two polls. */
export const maxPollAgeSeconds = 4

/** @param header of a request. Seconds, at most `maxPollAgeSeconds`; null: the answer has to be current */
export function pollMaxAgeOf(header: string | null | undefined): number | null {
  const seconds = /^max-age=(\d{1,6})$/.exec(header ?? '')?.[1]
  return seconds === undefined ? null : Math.min(Number(seconds), maxPollAgeSeconds)
}
