import type { Poll } from '#contract/polls.ts'
import { isNone, type Value } from '#contract/recorded-change.ts'
import { isSettingName, setting, type SoundName } from '#contract/settings-derive.ts'
import type { DriftResource } from '#contract/gateway/drift.ts'
import { pollFields as pollTexts } from '../polls/poll-text.ts'

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

interface LastLook {
  value: Value
  look: Look
}

/** Something that a field may hold. */
interface Possible {
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

/** What is compared, by field. */
export type Fields = Readonly<Record<string, Value>>

export interface FieldDrift {
  field: string
  before: Value
  after: Value
}

interface Comparison {
  last: { fields: Fields; look: Look }
  now: Fields
  look: Look
  writesTo: (field: string) => readonly OwnWrite[]
  isSame: IsSame
}

/** Whether two values are the same to the service. */
export type IsSame = (field: string, one: Value, other: Value) => boolean

/** The fields that hold what neither was there before nor comes from us. A field that only one side has is not compared. */
export function comparedFields({ last, now, look, writesTo, isSame }: Comparison): FieldDrift[] {
  return Object.entries(now).flatMap(([field, after]) => {
    const was = last.fields[field]
    if (was === undefined) return []
    const possible = possibleValues({ value: was, look: last.look }, writesTo(field), look)
    const isExplained = possible.some(
      ({ value, isOwn }) => value === undefined || isSame(field, value, after) || (isOwn && isKept(field, value, after)),
    )
    return isExplained ? [] : [{ field, before: possible.at(-1)?.value ?? was, after }]
  })
}

/**
 * Sounds are read by number or by name. A number without a name can be compared with another number only, and a language only with one of the same form:
 * a service that answers in another form has not changed anything.
 */
export function isSameValue(resource: DriftResource, nameOf: SoundName): IsSame {
  return (field, one, other) => {
    if (one === other || (isNone(one) && isNone(other))) return true
    if (resource !== 'settings' || !isSettingName(field)) return false
    const { kind } = setting(field).control
    if (kind !== 'sound' && kind !== 'language') return false
    const named = (value: Value) => (kind === 'sound' && typeof value === 'number' ? (nameOf(value) ?? value) : value)
    const [a, b] = [named(one), named(other)]
    return a === b || (typeof a !== typeof b && !isNone(one) && !isNone(other))
  }
}

/** Whether a service may have made this of a text that it was sent: some trim it, change its line breaks, or write addresses in lower case. */
function isKept(field: string, sent: Value, kept: Value): boolean {
  const normal = (text: string) => {
    const trimmed = text.trim().replaceAll(/\r\n?/g, '\n')
    return addressFields.has(field) ? trimmed.toLowerCase() : trimmed
  }
  return typeof sent === 'string' && typeof kept === 'string' && normal(sent) === normal(kept)
}

const addressFields: ReadonlySet<string> = new Set(['email', 'paymentEmail', 'offlineMessageEmail'])

export const pollDates = ['lastSentDate', 'publishedDate'] as const

/** Whether the poll exists. */
export const pollExists = 'poll'

export const pollField = (pollId: number, field: string) => `${pollId}.${field}`

/** @param field of `pollFields` */
export function inPoll(field: string): { pollId: number; field: string } {
  const dot = field.indexOf('.')
  return { pollId: Number(field.slice(0, dot)), field: field.slice(dot + 1) }
}

/**
 * One poll; a deleted one has no fields. Votes change by themselves, and the meaning of the status is not documented (docs/assumptions.md row 7), so
 * neither is compared.
 * @param raw the poll as it was received: what it leaves out is not compared
 */
export function pollFields(poll: Poll, raw: object): Fields {
  if (poll.dateDeleted !== null) return {}
  const names = [...pollTexts, ...pollDates].filter((name) => name in raw)
  return Object.fromEntries<Value>([
    [pollField(poll.id, pollExists), true],
    ...names.map((name): [string, Value] => [pollField(poll.id, name), poll[name]]),
  ])
}

/** Both sides with the polls that only the other has as not existing. */
export function withMissingPolls(last: Fields, now: Fields): { last: Fields; now: Fields } {
  const missing = (from: Fields, to: Fields) =>
    Object.fromEntries(
      Object.keys(from)
        .filter((field) => inPoll(field).field === pollExists && !(field in to))
        .map((field) => [field, false]),
    )
  return { last: { ...last, ...missing(now, last) }, now: { ...now, ...missing(last, now) } }
}
