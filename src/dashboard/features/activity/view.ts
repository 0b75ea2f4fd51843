import { auditKindNames } from '#contract/workspace/audit-actions.ts'
import { auditOutcomeNames } from '#contract/workspace/audit.ts'
import { normalizedForSearch } from '#contract/settings-derive.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { parseId } from '#dashboard/platform/to.ts'
import { named, oneOf, optionalText, text, urlState, useUrlState, type UrlParam, type ViewOf } from '#dashboard/ui/page/url-state.ts'
import type { ActivityEntry, KeptEntry } from './entry.ts'
import { kindOf, labelOf, messageOf, outcomeInWords, subjectOf, titleOf, valueInWords } from './words.ts'
import { chatTitle } from '#contract/chat-title.ts'

export const scopeNames = ['everyone', 'me', 'browser'] as const
export type ActivityScope = (typeof scopeNames)[number]

const number: UrlParam<number | null> = { read: (written) => parseId(written ?? undefined), write: (id) => id?.toString() ?? null }

/** A day of the viewer's calendar, as an input of dates has it: `2026-11-14`. */
const day: UrlParam<string | null> = {
  read: (written) => (written && /^\d{4}-\d\d-\d\d$/.test(written) && !Number.isNaN(Date.parse(written)) ? written : null),
  write: (value) => value,
}

/** The search and the filters of the record, kept in the URL. */
export const activityState = urlState({
  /** null: what is shown first depends on the person (scopes.ts). */
  scope: named('show', oneOf(scopeNames)),
  search: named('q', text()),
  // Addresses say `room`, and always have.
  chatId: named('room', number),
  kind: oneOf(auditKindNames),
  outcome: oneOf(auditOutcomeNames),
  // The others are filters of the audit log only.
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

/** The entries that match the filters and every word of the search, in their order. */
export function matching(entries: KeptEntry[], { search, chatId, kind, outcome }: ActivityFilters, catalogue: Catalogue): KeptEntry[] {
  const words = normalizedForSearch(search).split(/\s+/).filter(Boolean)
  return entries.filter(
    ({ value: entry }) =>
      (chatId === null || entry.chatId === chatId) &&
      (kind === null || entry.kind === kind) &&
      (outcome === null || entry.outcome === outcome) &&
      (words.length === 0 || holdsAll(normalizedForSearch(textOf(entry, catalogue)), words)),
  )
}

const holdsAll = (text: string, words: string[]) => words.every((word) => text.includes(word))

function textOf(entry: ActivityEntry, catalogue: Catalogue): string {
  const values = entry.changes.flatMap((change) => [
    change.name,
    labelOf(entry, change),
    ...[change.before, change.after].map((value) => (value === undefined ? '' : valueInWords(entry, change.name, value, catalogue))),
  ])
  return [kindOf(entry), titleOf(entry), subjectOf(entry), entry.chatName, outcomeInWords(entry), messageOf(entry), ...values].join('\n')
}

/** The chats of the record by their newest name, in the order of the names. */
export function chatsIn(entries: KeptEntry[]): { id: number; name: string }[] {
  const names = new Map<number, string>()
  // Newest first: the first name found of a chat is its newest.
  for (const { value } of entries) if (value.chatId !== null && !names.get(value.chatId)) names.set(value.chatId, value.chatName)
  return [...names]
    .map(([id, name]) => ({ id, name: chatTitle({ id, name }) }))
    .toSorted((one, other) => one.name.localeCompare(other.name))
}
