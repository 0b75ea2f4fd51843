import { exceptionOn, openingsAfter, periodsOn, spanOf, weekPeriods } from './openings.ts'
import type { ChatHours, HoursException, Period } from './timetable.ts'
import { addDays, clockAt, instantOf } from './zone.ts'

/** The coming days of a timetable, for the strip on the page. */

interface Span {
  from: number
  to: number
}

export interface ComingDay extends Span {
  date: string
  exception: HoursException | null
  /** The periods that begin on this date. */
  periods: Period[]
  /** When the chat is open, within the day. */
  open: Span[]
  /** When it would be open in a usual week, but an exception applies to the date. */
  usual: Span[]
}

export function comingDays(hours: ChatHours, now: number, count = 7): ComingDay[] {
  const today = clockAt(hours.zone, now).date
  const days = Array.from({ length: count }, (_, index) => {
    const date = addDays(today, index)
    const exception = exceptionOn(hours, date)
    const day = { from: instantOf(hours.zone, date, 0), to: instantOf(hours.zone, addDays(date, 1), 0) }
    const usual = exception ? weekPeriods(hours, date).map((period) => spanOf(hours.zone, date, period)) : []
    return { ...day, date, exception, periods: periodsOn(hours, date), usual }
  })
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return []
  const open: Span[] = []
  for (const opening of openingsAfter(hours, first.from)) {
    if (opening.from >= last.to) break
    open.push(opening)
  }
  if (hours.openUntil !== null && hours.openUntil > now) open.push({ from: now, to: hours.openUntil })
  const usual = days.flatMap((day) => day.usual)
  return days.map((day) => ({ ...day, open: within(day, open), usual: within(day, usual) }))
}

const within = ({ from, to }: Span, spans: Span[]): Span[] =>
  spans.map((span) => ({ from: Math.max(from, span.from), to: Math.min(to, span.to) })).filter((span) => span.from < span.to)
