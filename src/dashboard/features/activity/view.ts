import { auditKindNames } from '#contract/workspace/audit-actions.ts'
import { auditOutcomeNames } from '#contract/workspace/audit.ts'
import { parseId } from '#dashboard/platform/to.ts'
import { named, oneOf, optionalText, text, urlState, useUrlState, type UrlParam, type ViewOf } from '#dashboard/ui/page/url-state.ts'

export const scopeNames = ['everyone', 'me'] as const
export type ActivityScope = (typeof scopeNames)[number]

const number: UrlParam<number | null> = { read: (written) => parseId(written ?? undefined), write: (id) => id?.toString() ?? null }

/** A day of the viewer's calendar, as an input of dates has it: `2026-11-14`. */
const day: UrlParam<string | null> = {
  read: (written) => (written && /^\d{4}-\d\d-\d\d$/.test(written) && !Number.isNaN(Date.parse(written)) ? written : null),
  write: (value) => value,
}

/** The search and the filters of the audit log, kept in the URL. */
export const activityState = urlState({
  /** null: what is shown first depends on the person (ActivityPage). */
  scope: named('show', oneOf(scopeNames)),
  search: named('q', text()),
  // Addresses say `room`, and always have.
  chatId: named('room', number),
  kind: oneOf(auditKindNames),
  outcome: oneOf(auditOutcomeNames),
  action: optionalText,
  person: optionalText,
  field: optionalText,
  from: day,
  to: day,
  /** The entry that is open. */
  line: named('entry', number),
})
export type ActivityView = ViewOf<typeof activityState>
export type ActivityFilters = Omit<ActivityView, 'scope' | 'line'>

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
