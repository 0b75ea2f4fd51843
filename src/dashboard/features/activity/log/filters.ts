import type { AuditFilters } from '#contract/workspace/audit.ts'
import type { ActivityFilters } from '../view.ts'

/** The filters of the audit log as its endpoints take them. */

export const auditFilters = (view: ActivityFilters): AuditFilters => ({
  ...(view.chatId !== null && { chat: view.chatId }),
  ...(view.kind && { kind: view.kind }),
  ...(view.action && { action: view.action }),
  ...(view.outcome && { outcome: view.outcome }),
  ...(view.person && { person: view.person }),
  ...(view.field && { field: view.field }),
  ...(view.search.trim() && { text: view.search.trim().slice(0, maxTextLength) }),
  ...(view.from && { from: startOf(view.from) }),
  ...(view.to && { to: startOf(view.to, 1) }),
})

const maxTextLength = 200

/** When a day of the viewer's calendar begins, in milliseconds. @param plus days later */
function startOf(day: string, plus = 0): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + plus).getTime()
}

/** The day of a time, in the viewer's calendar. @param at milliseconds */
function dayOf(at: number): string {
  const date = new Date(at)
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
}

export interface DayRange {
  from: string | null
  to: string | null
}

/** The ranges that people ask for most, in days before today. */
const presets = [
  { label: 'Today', first: 0, last: 0 },
  { label: 'Yesterday', first: 1, last: 1 },
  { label: 'Last 7 days', first: 6, last: 0 },
  { label: 'Last 30 days', first: 29, last: 0 },
]

/** @param now milliseconds */
export const rangePresets = (now: number) =>
  presets.map(({ label, first, last }): DayRange & { label: string } => ({
    label,
    from: daysBefore(now, first),
    to: daysBefore(now, last),
  }))

const daysBefore = (now: number, days: number) => dayOf(startOf(dayOf(now), -days))

const dayAndMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' })
const withYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })

/** "13 – 14 November"; '' without any. @param now milliseconds */
export function rangeInWords({ from, to }: DayRange, now: number): string {
  const days = [from, to].filter((day) => day !== null)
  const format = days.every((day) => day.slice(0, 4) === dayOf(now).slice(0, 4)) ? dayAndMonth : withYear
  if (from !== null && to !== null) return format.formatRange(startOf(from), startOf(to))
  if (from !== null) return `From ${format.format(startOf(from))}`
  return to === null ? '' : `Until ${format.format(startOf(to))}`
}
