import { normalizedForSearch } from '#contract/settings-derive.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { parseId } from '#dashboard/platform/to.ts'
import { named, oneOf, text, urlState, useUrlState, type ViewOf } from '#dashboard/ui/page/url-state.ts'
import { kindNames, kinds, outcomeNames, type Entry, type Kept } from './entry.ts'
import { labelOf, outcomeWords, remarkOf, subjectOf, titleOf, valueWords } from './words.ts'

/** What a person looks at in the record, kept in the address. */
export const activityState = urlState({
  search: named('q', text()),
  room: { read: (written: string | null) => parseId(written ?? undefined), write: (id: number | null) => id?.toString() ?? null },
  kind: oneOf(kindNames),
  outcome: oneOf(outcomeNames),
})
export type ActivityView = ViewOf<typeof activityState>

export const everything: ActivityView = { search: '', room: null, kind: null, outcome: null }

export const useActivityView = () => useUrlState(activityState)

/** The lines that the filters and every word of the search leave, in their order. */
export function matching(lines: Kept[], { search, room, kind, outcome }: ActivityView, catalogue: Catalogue): Kept[] {
  const words = normalizedForSearch(search).split(/\s+/).filter(Boolean)
  return lines.filter(
    ({ value: entry }) =>
      (room === null || entry.chatId === room) &&
      (kind === null || entry.kind === kind) &&
      (outcome === null || entry.outcome === outcome) &&
      (words.length === 0 || holdsAll(normalizedForSearch(textOf(entry, catalogue)), words)),
  )
}

const holdsAll = (text: string, words: string[]) => words.every((word) => text.includes(word))

function textOf(entry: Entry, catalogue: Catalogue): string {
  const values = entry.changes.flatMap((change) => [
    change.name,
    labelOf(entry, change),
    ...[change.before, change.after].map((value) => (value === undefined ? '' : valueWords(entry, change.name, value, catalogue))),
  ])
  return [kinds[entry.kind], titleOf(entry), subjectOf(entry), entry.room, outcomeWords(entry), remarkOf(entry), ...values].join('\n')
}

/** The rooms of the record by their newest name, in the order of the names. */
export function roomsIn(lines: Kept[]): { id: number; name: string }[] {
  const names = new Map<number, string>()
  // Newest first: the first name of a room that is found is its newest.
  for (const { value } of lines) if (value.chatId !== null && !names.get(value.chatId)) names.set(value.chatId, value.room)
  return [...names]
    .map(([id, name]) => ({ id, name: name || `Chat no. ${id}` }))
    .toSorted((one, other) => one.name.localeCompare(other.name))
}
