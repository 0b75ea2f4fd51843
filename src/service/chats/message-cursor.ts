import { z } from 'zod/mini'
import { maxMessagePageSize } from '#contract/messages.ts'
import { badNext } from '../refusals.ts'

/** Which messages are read, in which order. */
export interface Range {
  chatId: number
  reverse: boolean
  /** Unix seconds, both inclusive. */
  from: number | undefined
  to: number | undefined
}

/** The last message of a set: the next one begins after it. */
export interface Position {
  time: number
  id: number
}

/** What a `next` stands for: all that its request said, and how far that got. */
export interface Cursor {
  range: Range
  limit: number
  after: Position
}

const whole = z.number().check(z.int())
const limits = whole.check(z.minimum(1), z.maximum(maxMessagePageSize))
const parts = z.tuple([whole, z.literal([0, 1]), z.nullable(whole), z.nullable(whole), limits, whole, whole])

const encode = (values: z.output<typeof parts>) => Buffer.from(JSON.stringify(values)).toString('base64url')

/** The value of `next`. Opaque to callers. */
export const nextOf = ({ range: { chatId, reverse, from, to }, limit, after: { time, id } }: Cursor): string =>
  encode([chatId, reverse ? 1 : 0, from ?? null, to ?? null, limit, time, id])

/**
 * Throws `bad_next` for a value that we did not give out for this chat, and where the request says another order or range than it stands for.
 * @param asked what the request says beside `next`; left out = as before
 */
export function cursorOf(next: string, asked: { [K in keyof Range]?: Range[K] | undefined }): Cursor {
  const decoded = parts.safeParse(parseJson(Buffer.from(next, 'base64url').toString()))
  if (!decoded.success) throw badNext()
  const [chatId, reverse, from, to, limit, time, id] = decoded.data
  const range: Range = { chatId, reverse: reverse === 1, from: from ?? undefined, to: to ?? undefined }
  const cursor = { range, limit, after: { time, id } }
  const agrees = (['chatId', 'reverse', 'from', 'to'] as const).every((name) => asked[name] === undefined || asked[name] === range[name])
  if (!agrees || nextOf(cursor) !== next || !isWithin(range, cursor.after)) throw badNext()
  return cursor
}

const isWithin = ({ from = -Infinity, to = Infinity }: Range, { time }: Position) => from <= time && time <= to

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
