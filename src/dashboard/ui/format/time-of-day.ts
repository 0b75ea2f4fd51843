import { minutesOfDay } from '#contract/hours/timetable.ts'
import { hourMs, offsetAt } from '#contract/hours/zone.ts'

/** Times of day as people type them, and time zones. Times are minutes from midnight, instants milliseconds. */

/** "09:30" */
export const timeText = (minute: number): string =>
  [Math.floor((minute % minutesOfDay) / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')

/** "9", "930", "9:30", "9.30": minutes from midnight, 24:00 included; null where it is no time. */
export function parseTime(typed: string): number | null {
  const [, hours, minutes = '0'] = /^(\d{1,2})(?:[:.h]?(\d{2}))?$/.exec(typed.replaceAll(/\s/g, '')) ?? []
  const minute = Number(hours) * 60 + Number(minutes)
  return hours === undefined || Number(minutes) > 59 || minute > minutesOfDay ? null : minute
}

/** "UTC+5:30" */
export function offsetInWords(zone: string, instant: number): string {
  const hours = offsetAt(zone, instant) / hourMs
  const size = Math.abs(hours)
  const minutes = Math.round((size % 1) * 60)
  return hours === 0 ? 'UTC' : `UTC${hours < 0 ? '−' : '+'}${Math.floor(size)}${minutes ? `:${String(minutes).padStart(2, '0')}` : ''}`
}

/** The zone of the device. */
export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
