import { clock, dayAndTime } from './time.tsx'

/** Moments near now, in local time. Times are milliseconds. */

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const dayMs = 24 * 60 * 60_000

export const minuteText = (at: number) => clock(at).slice(0, 5)

export const startOfDay = (at: number) => new Date(at).setHours(0, 0, 0, 0)

/** "14:33" of today, "Sun 08:00" within a week, otherwise "4 Mar 2026, 14:33"; local. */
export function whenText(at: number, now: number): string {
  const days = Math.round((startOfDay(at) - startOfDay(now)) / dayMs)
  if (days === 0) return minuteText(at)
  return Math.abs(days) < 7 ? `${weekdays[new Date(at).getDay()]} ${minuteText(at)}` : dayAndTime(at / 1000)
}
