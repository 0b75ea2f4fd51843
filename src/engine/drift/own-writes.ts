import type { Value } from '#contract/recorded-change.ts'

/**
 * Whether a value that was read can be there because of our own changes. Each field is a register: a look at it, and the writes of the audit log, are
 * intervals between lines of that log, so no clock decides, and several gateways have one order.
 */

/** When something was read: the last line of the audit log before and after. */
export interface Look {
  before: number
  after: number
}

/** A change of ours to one field. */
export interface OwnWrite {
  /** The line that was written before it was sent. */
  began: number
  /** The line that says that it is done; null where that is not known: it may take effect at any time. */
  ended: number | null
  /** What was sent; undefined where it is not known what the service makes of it, such as a date. */
  value?: Value | undefined
}

export interface LastLook {
  value: Value
  look: Look
}

/** Something that a field may hold. */
export interface Possible {
  /** undefined: anything. */
  value: Value | undefined
  isOwn: boolean
}

/**
 * What the field may hold, the most likely last. Something cannot be there any more once a later change, begun after its end, was done before this look.
 * @param writes all that were not finished before the last look
 */
export function possibleValues(last: LastLook, writes: readonly OwnWrite[], look: Look): Possible[] {
  const isOver = (ended: number | null) =>
    ended !== null && writes.some((later) => later.began > ended && later.ended !== null && later.ended <= look.before)
  const since = writes.filter(({ ended }) => ended === null || ended > last.look.before).toSorted((one, other) => one.began - other.began)
  return [
    ...(isOver(last.look.after) ? [] : [{ value: last.value, isOwn: false }]),
    ...since.filter(({ ended }) => !isOver(ended)).map(({ value }) => ({ value, isOwn: true })),
  ]
}
