import { normalizedForSearch } from '#contract/settings-derive.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { parseId } from '#dashboard/platform/to.ts'
import { named, oneOf, text, urlState, useUrlState, type ViewOf } from '#dashboard/ui/page/url-state.ts'
import { kindNames, outcomeNames, type ActivityEntry, type KeptEntry } from './entry.ts'
import { chatNameOf, kindOf, labelOf, messageOf, outcomeInWords, subjectOf, titleOf, valueInWords } from './words.ts'

/** The search and the filters of the record, kept in the URL. */
export const activityState = urlState({
  search: named('q', text()),
  // Addresses say `room`, and always have.
  chatId: named('room', {
    read: (written: string | null) => parseId(written ?? undefined),
    write: (id: number | null) => id?.toString() ?? null,
  }),
  kind: oneOf(kindNames),
  outcome: oneOf(outcomeNames),
})
export type ActivityView = ViewOf<typeof activityState>

export const everything: ActivityView = { search: '', chatId: null, kind: null, outcome: null }

export const useActivityView = () => useUrlState(activityState)

/** The entries that match the filters and every word of the search, in their order. */
export function matching(entries: KeptEntry[], { search, chatId, kind, outcome }: ActivityView, catalogue: Catalogue): KeptEntry[] {
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
  return [...names].map(([id, name]) => ({ id, name: chatNameOf(id, name) })).toSorted((one, other) => one.name.localeCompare(other.name))
}
