import type { ChatHours, HoursException, Period } from '#contract/hours/timetable.ts'
import { addDays, clockAt, clockChangeIn, dayMs, instantOf, minuteMs, offsetAt } from '#contract/hours/zone.ts'
import { exceptionOn, openingsAfter, periodsOn, spanOf, weekPeriods } from './openings.ts'

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

export interface ClockChange {
  at: number
  /** By how much clocks go forward; negative: back. */
  minutes: number
}

/** The changes of the clocks within a year, in their order. */
export function clockChangesAfter(zone: string, instant: number): ClockChange[] {
  const changes: ClockChange[] = []
  for (let day = 0; day < 366; day++) {
    const [low, high] = [instant + day * dayMs, instant + (day + 1) * dayMs]
    const difference = offsetAt(zone, high) - offsetAt(zone, low)
    if (difference !== 0) changes.push({ at: clockChangeIn(zone, low, high), minutes: difference / minuteMs })
  }
  return changes
}

/** `skipped`: the time does not exist that night, so it means the moment of the change. `twice`: it exists twice, and means the first. */
type Boundary = 'usual' | 'skipped' | 'twice'

export interface AffectedPeriod {
  date: string
  period: Period
  opens: Boundary
  closes: Boundary
  /** How long the chat is open in it that night, and how long otherwise. */
  minutes: number
  usualMinutes: number
}

/** The periods that begin, end or last longer or shorter than written, because of a change of the clocks. */
export function affectedPeriods(hours: ChatHours, { at, minutes }: ClockChange): AffectedPeriod[] {
  const { zone } = hours
  // Of the times on the clocks, those from `low` on and before `high` are skipped or come twice.
  const [before, after] = [clockAt(zone, at - 1).date, clockAt(zone, at).date]
  const changeMinute = Math.round((at - instantOf(zone, before, 0)) / minuteMs)
  const [low, high] = minutes > 0 ? [changeMinute, changeMinute + minutes] : [changeMinute + minutes, changeMinute]
  const boundary = (minute: number): Boundary => {
    if (minutes > 0) return minute > low && minute < high ? 'skipped' : 'usual'
    return minute >= low && minute < high ? 'twice' : 'usual'
  }
  // The day of the change, and the one before it, whose periods may last into it.
  const dates = [addDays(before, -1), before, ...(after > before ? [after] : [])]
  return dates.flatMap((date, index) => {
    const shift = (index - 1) * 24 * 60
    return periodsOn(hours, date).flatMap((period): AffectedPeriod[] => {
      const span = spanOf(zone, date, period)
      const affected = {
        date,
        period,
        opens: boundary(period.from + shift),
        closes: boundary(period.to + shift),
        minutes: Math.max(0, span.to - span.from) / minuteMs,
        usualMinutes: period.to - period.from,
      }
      const isUsual = affected.opens === 'usual' && affected.closes === 'usual' && affected.minutes === affected.usualMinutes
      return isUsual ? [] : [affected]
    })
  })
}
