import { z } from 'zod/mini'
import { maxMessagePageSize } from '#contract/messages.ts'
import { badNext } from '../refusals.ts'

/** Which messages are read, and in which order. */
export interface MessageRange {
  chatId: number
  reverse: boolean
  /** Unix seconds, both inclusive. */
  from: number | undefined
  to: number | undefined
}

/** The last message of a page: the next page begins after it. */
export interface MessagePosition {
  time: number
  id: number
}

/** The content of `next`: the parameters of its request, and how far that got. */
export interface MessageCursor {
  range: MessageRange
  limit: number
  after: MessagePosition
}

const whole = z.number().check(z.int())
const limits = whole.check(z.minimum(1), z.maximum(maxMessagePageSize))
const parts = z.tuple([whole, z.literal([0, 1]), z.nullable(whole), z.nullable(whole), limits, whole, whole])

const encode = (values: z.output<typeof parts>) => Buffer.from(JSON.stringify(values)).toString('base64url')

/** The value of `next`, which is opaque to clients. */
export const nextOf = ({ range: { chatId, reverse, from, to }, limit, after: { time, id } }: MessageCursor): string =>
  encode([chatId, reverse ? 1 : 0, from ?? null, to ?? null, limit, time, id])

/**
 * Throws `bad_next` for a value that was not issued for this chat, and where the request names another order or range.
 * @param requested the other parameters of the request; those left out are taken from `next`
 */
export function cursorOf(next: string, requested: { [K in keyof MessageRange]?: MessageRange[K] | undefined }): MessageCursor {
  const decoded = parts.safeParse(parseJson(Buffer.from(next, 'base64url').toString()))
  if (!decoded.success) throw badNext()
  const [chatId, reverse, from, to, limit, time, id] = decoded.data
  const range: MessageRange = { chatId, reverse: reverse === 1, from: from ?? undefined, to: to ?? undefined }
  const cursor = { range, limit, after: { time, id } }
  const agrees = (['chatId', 'reverse', 'from', 'to'] as const).every(
    (name) => requested[name] === undefined || requested[name] === range[name],
  )
  if (!agrees || nextOf(cursor) !== next || !isWithin(range, cursor.after)) throw badNext()
  return cursor
}

const isWithin = ({ from = -Infinity, to = Infinity }: MessageRange, { time }: MessagePosition) => from <= time && time <= to

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
