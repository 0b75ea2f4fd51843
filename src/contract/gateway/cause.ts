import { z } from 'zod/mini'

/** Why a change was made, beside who made it, and how its answer names it. */

const title = z.string().check(z.maxLength(1000))
const id = z.string().check(z.minLength(1), z.maxLength(100))
const line = z.number().check(z.int(), z.positive())

/** What the page can say with a request. It is the person's own word, so it grants nothing. */
const RequestCause = z.union([
  z.object({ kind: z.literal('hand') }),
  /** `of`: the entry of the audit log that is undone. */
  z.object({ kind: z.literal('undo'), of: line }),
  z.object({ kind: z.literal('job'), id, title }),
])
export type RequestCause = z.output<typeof RequestCause>

export const Cause = z.union([
  RequestCause,
  /** What the gateway does on its own. */
  z.object({ kind: z.enum(['preset', 'hours', 'drift', 'rule']), id, title }),
  /** What a person lent ended with their rights. */
  z.object({ kind: z.literal('person'), id, title }),
])
export type Cause = z.output<typeof Cause>

/** What people who may not see rules are told of one. */
export const unnamedRule = 'A rule'

/** Of the answer to a change that can be undone: the number of its entry in the audit log. */
export const entryHeader = 'x-roomkeeper-entry'

/** Sent by the page with a change that was not made by hand. Its value is JSON, percent-encoded. */
export const causeHeader = 'x-roomkeeper-cause'

export const causeHeaders = (cause: RequestCause) => ({ [causeHeader]: encodeURIComponent(JSON.stringify(cause)) })

/** By hand, where the header is missing or says nothing that can be read. */
export function causeFrom(value: string | null | undefined): RequestCause {
  try {
    const cause = RequestCause.safeParse(JSON.parse(decodeURIComponent(value ?? '')))
    if (cause.success) return cause.data
  } catch {
    // Not a value of causeHeaders().
  }
  return { kind: 'hand' }
}
