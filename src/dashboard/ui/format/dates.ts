import { addDays, clockAt, minuteMs } from '#contract/hours/zone.ts'
import { offsetInWords, ownZone, timeText } from './time-of-day.ts'
import { day } from './time.tsx'

/** Dates and times of a zone in words. Dates are YYYY-MM-DD, instants milliseconds. */

const shown = (date: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options }).format(Date.parse(`${date}T00:00:00Z`)).replace(',', '')

/** "Thu 19 Nov"; with the year where it is not this one. */
export function shortDate(date: string, today = new Date().toISOString().slice(0, 10)): string {
  const isThisYear = date.slice(0, 4) === today.slice(0, 4)
  return shown(date, { weekday: 'short', day: 'numeric', month: 'short', ...(!isThisYear && { year: 'numeric' }) })
}

/** "Sunday 28 March 2027" */
export const longDate = (date: string): string => shown(date, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })

/** "Sunday 28 March" */
export const fullDate = (date: string): string => shown(date, { weekday: 'long', day: 'numeric', month: 'long' })

export const weekday = (date: string): string => shown(date, { weekday: 'short' })
export const dayAndMonth = (date: string): string => shown(date, { day: 'numeric', month: 'short' })

/** "20:00", on the clocks of a zone. */
export const timeIn = (zone: string, instant: number): string => timeText(clockAt(zone, instant).minute)

/** "today", "tomorrow", "on Thursday", "on Thu 4 Feb 2027" */
export function dayIn(zone: string, instant: number, now: number): string {
  const [date, today] = [clockAt(zone, instant).date, clockAt(zone, now).date]
  if (date === today) return 'today'
  if (date === addDays(today, 1)) return 'tomorrow'
  return date < addDays(today, 7) ? `on ${shown(date, { weekday: 'long' })}` : `on ${shortDate(date, today)}`
}

/** How long something still lasts: "30 min", "2 h", "1 h 12 min", "3 days". Never negative. @param ms milliseconds */
export function duration(ms: number): string {
  const minutes = Math.max(0, Math.ceil(ms / minuteMs))
  if (minutes < 60) return `${minutes} min`
  if (minutes < 48 * 60) return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
  return `${Math.floor(minutes / (24 * 60))} days`
}

/** "Berlin" of Europe/Berlin. */
export const cityOf = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')

/** "4 Mar", with the year where it is not that of `now`; local. @param at, now milliseconds */
export const shortDay = (at: number, now = Date.now()) => day(at / 1000).replace(` ${new Date(now).getFullYear()}`, '')

/** The zone of the device: "Lisbon time, UTC+1". @param at milliseconds */
export function zoneInWords(at: number): string {
  const offset = offsetInWords(ownZone(), at)
  return ownZone() === 'UTC' || ownZone().startsWith('Etc/') ? offset : `${cityOf(ownZone())} time, ${offset}`
}
