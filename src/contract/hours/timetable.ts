import { z } from 'zod/mini'
import { settings } from '../settings.ts'
import { boolean, nameText, text } from '../values.ts'
import { daysBetween, isDate, isTimeZone } from './zone.ts'

/** The opening hours of a chat: when the timetable takes it offline and online again. */

export const minutesOfDay = 24 * 60
export const maxPeriodsOfDay = 6
export const maxExceptions = 100
export const maxExceptionDays = 366
export const maxExceptionNameLength = 60

const minutes = (max: number) => z.number().check(z.int(), z.minimum(0), z.maximum(max))
const message = text(settings.offlineMessage.control.max)

/** A time in which the chat is open. It belongs to the day on which it begins, and may end on the next one. */
const Period = z
  .object({
    /** In minutes from midnight. */
    from: minutes(minutesOfDay - 1),
    /** In minutes from the same midnight, at most a day later. */
    to: minutes(2 * minutesOfDay - 1),
    /** Shown from the end of this period until the next one; '' = the message for all. */
    message,
  })
  .check(z.refine(({ from, to }) => to > from && to - from <= minutesOfDay, 'must end after it begins, at most 24 hours later'))
export type Period = z.output<typeof Period>

const Periods = z.array(Period).check(z.maxLength(maxPeriodsOfDay))

const date = z.string().check(z.refine(isDate, 'must be a date such as 2026-12-24'))

/** Dates on which other hours apply than in the week. It replaces the periods that begin on them. */
const Exception = z
  .object({
    name: z.union([z.literal(''), nameText(maxExceptionNameLength)]),
    from: date,
    /** The last date, included. */
    to: date,
    /** None: closed. */
    periods: Periods,
    /** Shown while the chat is closed on these dates; '' = the message for all. */
    message,
  })
  .check(
    z.refine(
      ({ from, to }) => from <= to && daysBetween(from, to) < maxExceptionDays,
      `must end on or after its first day, at most ${maxExceptionDays} days later`,
    ),
  )
export type HoursException = z.output<typeof Exception>

export const ChatHours = z.object({
  /** Otherwise the timetable is kept, but nothing follows it. */
  isOn: boolean,
  /** The IANA time zone in which all times and dates are meant. */
  zone: z.string().check(z.maxLength(60), z.refine(isTimeZone, 'must be a time zone such as Europe/Berlin')),
  /** The periods that begin on each day of the week, Monday first. */
  week: z.array(Periods).check(z.length(7)),
  exceptions: z.array(Exception).check(z.maxLength(maxExceptions)),
  /** The offline message while closed. */
  message,
  /** Whether visitors see the contact form while closed. */
  showForm: boolean,
  /** Open until then, whatever the timetable says. Milliseconds. */
  openUntil: z.nullable(z.number().check(z.int(), z.nonnegative())),
})
export type ChatHours = z.output<typeof ChatHours>
