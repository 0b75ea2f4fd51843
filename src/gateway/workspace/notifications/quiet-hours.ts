import { addDays, clockAt, instantOf, weekdayOf } from '#contract/hours/zone.ts'
import type { QuietHours } from '#contract/workspace/my-notifications.ts'

/** The end of the quiet hours that contain this instant; null: there are none. Instants are milliseconds. */
export function quietUntil({ isOn, zone, from, to, days }: QuietHours, at: number): number | null {
  if (!isOn) return null
  const { date: today } = clockAt(zone, at)
  for (const date of [addDays(today, -1), today]) {
    if (!days.includes(weekdayOf(date))) continue
    const end = instantOf(zone, to > from ? date : addDays(date, 1), to)
    if (instantOf(zone, date, from) <= at && at < end) return end
  }
  return null
}
