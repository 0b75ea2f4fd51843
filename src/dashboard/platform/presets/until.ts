import { minuteText } from '#dashboard/ui/format/time.tsx'

/** Until when a mode is on: for a time from now, until a time of day, or until somebody ends it. */
export type Until = { kind: 'for'; minutes: number } | { kind: 'at'; time: string } | { kind: 'open' }

/**
 * Milliseconds; null: until somebody ends it; undefined: the time of day is not filled in yet. A time of day is the next one: tomorrow where it has passed
 * today, in the zone of this browser.
 */
export function endOf(until: Until, now: number): number | null | undefined {
  if (until.kind === 'open') return null
  if (until.kind === 'for') return now + until.minutes * 60_000
  const [hours, minutes] = until.time.split(':').map(Number)
  if (!/^\d\d:\d\d$/.test(until.time) || hours === undefined || minutes === undefined) return undefined
  const at = new Date(now)
  at.setHours(hours, minutes, 0, 0)
  if (at.getTime() <= now) {
    at.setDate(at.getDate() + 1)
    // The next day may have another offset.
    at.setHours(hours, minutes, 0, 0)
  }
  return at.getTime()
}

const shortDay = (at: number) =>
  new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short' }).format(at).replace(',', '')

/** "21:30"; on another day with that day: "Sun 15 Nov, 21:30". @param at, now milliseconds */
export const endInWords = (at: number, now: number) =>
  new Date(at).toDateString() === new Date(now).toDateString() ? minuteText(at) : `${shortDay(at)}, ${minuteText(at)}`

/** The durations that are offered, the one of the mode among them. @param minutes of the mode; null: until somebody ends it */
export function offeredMinutes(minutes: number | null): number[] {
  const usual = [30, 120]
  return minutes === null || usual.includes(minutes) ? usual : [...usual, minutes].toSorted((a, b) => a - b)
}
