import { z } from 'zod/mini'
import { badNext } from './refusals.ts'

/** What a set of messages is the continuation of. A `next` counts for exactly this. */
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

const whole = z.number().check(z.int())
const parts = z.tuple([whole, z.literal([0, 1]), z.nullable(whole), z.nullable(whole), whole, whole])

const encode = (values: z.output<typeof parts>) => Buffer.from(JSON.stringify(values)).toString('base64url')

const rangeParts = ({ chatId, reverse, from, to }: Range) => [chatId, reverse ? 1 : 0, from ?? null, to ?? null] as const

/** The value of `next`. Opaque to callers. */
export const nextOf = (range: Range, { time, id }: Position): string => encode([...rangeParts(range), time, id])

/** Throws `bad_next` for a value that we did not give out for this range. */
export function positionOf(next: string, range: Range): Position {
  const decoded = parts.safeParse(parseJson(Buffer.from(next, 'base64url').toString()))
  if (!decoded.success) throw badNext()
  const position = { time: decoded.data[4], id: decoded.data[5] }
  if (nextOf(range, position) !== next || !isWithin(range, position)) throw badNext()
  return position
}

const isWithin = ({ from = -Infinity, to = Infinity }: Range, { time }: Position) => from <= time && time <= to

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
