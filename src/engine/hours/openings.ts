import type { ChatHours, HoursException, Period } from '#contract/hours/timetable.ts'
import { addDays, clockAt, dayMs, daysBetween, instantOf, weekdayOf } from '#contract/hours/zone.ts'

/** What a timetable says at an instant. Pure functions; the rules of the zones are those of the runtime. Instants are milliseconds since epoch. */

/** How far ahead a next change is looked for. */
const horizonDays = 800
/** An opening without a break is followed this far; whether it ends later is seen then. */
const maxOpenMs = 60 * dayMs

/** A time in which the chat is open without a break: periods that touch or overlap are one. */
export interface Opening {
  from: number
  to: number
  /** Shown after it; '' = the message for all. */
  message: string
}

/** Where several apply to a date, the one for fewer days does; of two for equally many, the later in the list. */
export function exceptionOn({ exceptions }: Pick<ChatHours, 'exceptions'>, date: string): HoursException | null {
  let found: HoursException | null = null
  for (const exception of exceptions)
    if (exception.from <= date && date <= exception.to && (!found || daysOf(exception) <= daysOf(found))) found = exception
  return found
}

const daysOf = ({ from, to }: HoursException) => daysBetween(from, to)

export const weekPeriods = ({ week }: Pick<ChatHours, 'week'>, date: string): Period[] => week[weekdayOf(date)] ?? []

/** The periods that begin on a date, in their order. */
export const periodsOn = (hours: ChatHours, date: string): Period[] =>
  (exceptionOn(hours, date)?.periods ?? weekPeriods(hours, date)).toSorted((a, b) => a.from - b.from)

/** The instants of a period that begins on a date. Empty where clocks skip all of it. */
export const spanOf = (zone: string, date: string, { from, to, message }: Period): Opening => ({
  from: instantOf(zone, date, from),
  to: instantOf(zone, date, to),
  message,
})

const isTooLong = ({ from, to }: Opening) => to - from > maxOpenMs

/** The openings that end after an instant, in their order. @param until those that begin later may be missing */
export function* openingsAfter(hours: ChatHours, instant: number, until = Infinity): Generator<Opening> {
  // A period of today may have begun yesterday, and a night of the change may move it to the day before that.
  const first = addDays(clockAt(hours.zone, instant).date, -2)
  const days = Math.min(horizonDays, Math.ceil((until - instant) / dayMs) + 4)
  let current: Opening | null = null
  for (let day = 0; day <= days; day++) {
    const date = addDays(first, day)
    for (const period of periodsOn(hours, date)) {
      const span = spanOf(hours.zone, date, period)
      if (span.to <= span.from) continue
      if (current && span.from <= current.to) {
        if (span.to >= current.to) current = { from: current.from, to: span.to, message: span.message }
      } else {
        if (current && current.to > instant) yield current
        current = span
      }
    }
    if (current && isTooLong(current)) break
  }
  if (current && current.to > instant) yield current
}

/** What the timetable wants of the chat. */
export type HoursState = { kind: 'open' } | { kind: 'closed'; message: string; showForm: boolean }

export const sameState = (a: HoursState, b: HoursState): boolean =>
  a.kind === 'closed' && b.kind === 'closed' ? a.message === b.message && a.showForm === b.showForm : a.kind === b.kind

export interface HoursChange {
  at: number
  state: HoursState
}

const open: HoursState = { kind: 'open' }

function closedAt(hours: ChatHours, instant: number): HoursState {
  const { date } = clockAt(hours.zone, instant)
  const message = exceptionOn(hours, date)?.message || lastMessage(hours, instant) || hours.message
  return { kind: 'closed', message, showForm: hours.showForm }
}

/** The message of the opening that ended last. */
function lastMessage(hours: ChatHours, instant: number): string {
  if (![...hours.week.flat(), ...hours.exceptions.flatMap(({ periods }) => periods)].some(({ message }) => message)) return ''
  const today = clockAt(hours.zone, instant).date
  for (let day = 0; day <= horizonDays; day++) {
    const date = addDays(today, -day)
    const ended = periodsOn(hours, date)
      .map((period) => spanOf(hours.zone, date, period))
      .filter(({ from, to }) => from < to && to <= instant)
      .toSorted((a, b) => b.to - a.to)[0]
    if (ended) return ended.message
  }
  return ''
}

export function stateAt(hours: ChatHours, instant: number): HoursState {
  if (hours.openUntil !== null && instant < hours.openUntil) return open
  const next = openingsAfter(hours, instant).next().value
  return next && next.from <= instant ? open : closedAt(hours, instant)
}

/** The first change of state after an instant; null if there is none within two years. */
export function nextChange(hours: ChatHours, instant: number): HoursChange | null {
  const now = stateAt(hours, instant)
  // While it is kept open by hand, nothing changes before that ends.
  const from = hours.openUntil !== null && instant < hours.openUntil ? hours.openUntil : instant
  for (const at of changesAfter(hours, from)) {
    const state = stateAt(hours, at)
    if (!sameState(state, now)) return { at, state }
  }
  return null
}

/** The instants after which the state may be another one, in their order. The first is `from` itself. */
function* changesAfter(hours: ChatHours, from: number): Generator<number> {
  yield from
  const midnights = messageMidnights(hours).filter((at) => at > from)
  for (const opening of openingsAfter(hours, from)) {
    const ends = isTooLong(opening) ? [opening.from] : [opening.from, opening.to]
    for (const at of ends) {
      while (midnights[0] !== undefined && midnights[0] < at) yield midnights.shift() ?? at
      if (at > from) yield at
    }
  }
  yield* midnights
}

/** When the dates of exceptions with their own message begin and end. */
const messageMidnights = ({ zone, exceptions }: ChatHours): number[] =>
  exceptions
    .filter(({ message }) => message !== '')
    .flatMap(({ from, to }) => [instantOf(zone, from, 0), instantOf(zone, addDays(to, 1), 0)])
    .toSorted((a, b) => a - b)

/** The next change between open and closed after an instant: what a person calls "opens" and "closes". */
export function nextTurn(hours: ChatHours, instant: number): HoursChange | null {
  const { kind } = stateAt(hours, instant)
  let change = nextChange(hours, instant)
  while (change && change.state.kind === kind) change = nextChange(hours, change.at)
  return change
}
