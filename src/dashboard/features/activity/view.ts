import { normalizedForSearch } from '#contract/settings-derive.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { parseId } from '#dashboard/platform/to.ts'
import { useUrlView } from '#dashboard/ui/page/url-view.ts'
import { kindNames, kinds, outcomeNames, type Entry, type Kept, type Kind, type Outcome } from './entry.ts'
import { labelOf, outcomeWords, remarkOf, subjectOf, titleOf, valueWords } from './words.ts'

/** What a person looks at in the record, kept in the address. */
export interface View {
  search: string
  room: number | null
  kind: Kind | null
  outcome: Outcome | null
}

export const everything: View = { search: '', room: null, kind: null, outcome: null }

export const readView = (query: URLSearchParams): View => ({
  search: query.get('q') ?? '',
  room: parseId(query.get('room') ?? undefined),
  kind: kindNames.find((name) => name === query.get('kind')) ?? null,
  outcome: outcomeNames.find((name) => name === query.get('outcome')) ?? null,
})

export function writeView({ search, room, kind, outcome }: View): URLSearchParams {
  const query = new URLSearchParams()
  if (search) query.set('q', search)
  if (room !== null) query.set('room', String(room))
  if (kind) query.set('kind', kind)
  if (outcome) query.set('outcome', outcome)
  return query
}

export const useView = () => useUrlView({ read: readView, write: writeView })

/** The lines that the filters and every word of the search leave, in their order. */
export function matching(lines: Kept[], { search, room, kind, outcome }: View, catalogue: Catalogue): Kept[] {
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
