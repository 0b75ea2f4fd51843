import { normalizedForSearch } from '#contract/settings-derive.ts'
import type { Poll } from '#contract/polls.ts'
import { textDateToSeconds } from '#dashboard/ui/format/time.tsx'
import { useUrlView } from '#dashboard/ui/page/url-view.ts'
import { answersOf, totalOf } from '#dashboard/platform/chats/bars.ts'
import { stateOf, type PollState } from '#dashboard/platform/chats/state.ts'

/** What a person looks at on the page of polls, all of it in the address. */
export interface View {
  search: string
  /** `all` are those that were not deleted. */
  show: 'all' | PollState
  sort: SortName
  open: Opened | null
}

const alone = ['new', 'several', 'from', 'templates', 'rounds'] as const
const ofOne = ['edit', 'like', 'copy', 'rounds', 'across'] as const

/** A drawer or dialog: of all polls, or of one. `rounds` alone are those of polls that are gone. */
export type Opened = { what: (typeof alone)[number] } | { what: (typeof ofOne)[number]; pollId: number }

export const sorts = { newest: 'Newest first', oldest: 'Oldest first', sent: 'Last sent first', votes: 'Most votes first' } as const
export type SortName = keyof typeof sorts
export const sortNames = Object.keys(sorts) as SortName[]

const states = ['open', 'published', 'unsent', 'deleted'] as const

/** Every word of the search must be in the question or an answer; accents do not matter. */
export function matches(poll: Poll, search: string): boolean {
  const text = normalizedForSearch([poll.question, ...answersOf(poll).map((answer) => answer.text)].join(' '))
  return normalizedForSearch(search)
    .split(/\s+/)
    .every((word) => text.includes(word))
}

export const isShown = (poll: Poll, show: View['show']) => (show === 'all' ? stateOf(poll) !== 'deleted' : stateOf(poll) === show)

const at = (date: string | null) => textDateToSeconds(date) ?? 0
const newestFirst = (a: Poll, b: Poll) => at(b.createDate) - at(a.createDate) || b.id - a.id

const comparers: Record<SortName, (a: Poll, b: Poll) => number> = {
  newest: newestFirst,
  oldest: (a, b) => newestFirst(b, a),
  sent: (a, b) => at(b.lastSentDate) - at(a.lastSentDate) || newestFirst(a, b),
  votes: (a, b) => totalOf(b) - totalOf(a) || newestFirst(a, b),
}

/** Ids break ties: the order never depends on the order of arrival. */
export const sorted = (polls: Poll[], sort: SortName) => polls.toSorted(comparers[sort])

export function readView(query: URLSearchParams): View {
  const [what, id] = (query.get('open') ?? '').split('-')
  const pollId = Number(id)
  const one = ofOne.find((name) => name === what)
  const all = alone.find((name) => name === what)
  return {
    search: query.get('q') ?? '',
    show: states.find((name) => name === query.get('show')) ?? 'all',
    sort: sortNames.find((name) => name === query.get('sort')) ?? 'newest',
    open: one && Number.isSafeInteger(pollId) && pollId > 0 ? { what: one, pollId } : all && id === undefined ? { what: all } : null,
  }
}

export function writeView({ search, show, sort, open }: View): URLSearchParams {
  const query = new URLSearchParams()
  if (search) query.set('q', search)
  if (show !== 'all') query.set('show', show)
  if (sort !== 'newest') query.set('sort', sort)
  if (open) query.set('open', 'pollId' in open ? `${open.what}-${open.pollId}` : open.what)
  return query
}

/** Opening something is a step that Back undoes; typing in the search is not. */
export const useView = () => useUrlView({ read: readView, write: writeView, isStep: (change) => Boolean(change.open) })
