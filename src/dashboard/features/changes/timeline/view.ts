import { formatter } from '#dashboard/ui/format/formatter.ts'
import { auditKindNames, auditOutcomeNames, type AuditFilters } from '#contract/gateway/audit.ts'
import { idParam } from '#dashboard/platform/id-param.ts'
import { named, oneOf, optionalText, text, urlState, useUrlState, type UrlParam, type ViewOf } from '#dashboard/ui/page/url-state.ts'

/** Whose changes are read: with the permission to see everyone's, or one's own, which needs none. */
export type ChangesScope = 'everyone' | 'me'

/** A day of the viewer's calendar, as an input of dates has it: `2026-11-14`. */
const day: UrlParam<string | null> = {
  read: (written) => (written && /^\d{4}-\d\d-\d\d$/.test(written) && !Number.isNaN(Date.parse(written)) ? written : null),
  write: (value) => value,
}

/** The search and the filters of the audit log, kept in the URL. */
export const activityState = urlState({
  search: named('q', text()),
  chatId: named('chat', idParam),
  kind: oneOf(auditKindNames),
  outcome: oneOf(auditOutcomeNames),
  action: optionalText,
  person: optionalText,
  field: optionalText,
  from: day,
  to: day,
  /** The entry that is open. */
  line: named('entry', idParam),
})
export type ActivityView = ViewOf<typeof activityState>
type ActivityFilters = Omit<ActivityView, 'line'>

export const everything: ActivityFilters = {
  search: '',
  chatId: null,
  kind: null,
  outcome: null,
  action: null,
  person: null,
  field: null,
  from: null,
  to: null,
}

export const useActivityView = () => useUrlState(activityState)

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
export function dayOf(at: number): string {
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

const dayAndMonth = formatter({ day: 'numeric', month: 'long' })
const withYear = formatter({ day: 'numeric', month: 'long', year: 'numeric' })

/** "13 – 14 November"; '' without any. @param now milliseconds */
export function rangeInWords({ from, to }: DayRange, now: number): string {
  const days = [from, to].filter((day) => day !== null)
  const format = days.every((day) => day.slice(0, 4) === dayOf(now).slice(0, 4)) ? dayAndMonth() : withYear()
  if (from !== null && to !== null) return format.formatRange(startOf(from), startOf(to))
  if (from !== null) return `From ${format.format(startOf(from))}`
  return to === null ? '' : `Until ${format.format(startOf(to))}`
}

const longDate = formatter({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
const timeWithZone = formatter({ hour: '2-digit', minute: '2-digit', second: '2-digit', timeZoneName: 'short' })

/** "Saturday, 14 November 2026", local. @param at milliseconds */
export const longDay = (at: number): string =>
  longDate()
    .formatToParts(at)
    // The format puts no comma after the weekday.
    .map(({ type, value }, index) => (index === 1 && type === 'literal' ? ', ' : value))
    .join('')

/** "Saturday, 14 November 2026, 14:20:06 WET", local. @param at milliseconds */
export const longTime = (at: number): string => `${longDay(at)}, ${timeWithZone().format(at)}`
