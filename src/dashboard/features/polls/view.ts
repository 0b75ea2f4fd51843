import { wordMatcher } from '#contract/settings-derive.ts'
import type { Poll } from '#contract/polls.ts'
import { textDateToSeconds } from '#dashboard/ui/format/time.tsx'
import { named, oneOf, text, urlState, useUrlState, type UrlParam, type ViewOf } from '#dashboard/ui/page/url-state.ts'
import { answersOf, totalOf } from '#engine/polls/poll-text.ts'
import { stateOf, type PollState } from './state.ts'

const alone = ['new', 'several', 'anywhere', 'from', 'templates', 'rounds'] as const
const ofOne = ['edit', 'like', 'copy', 'rounds', 'across'] as const

/**
 * The open drawer or dialog, of the whole page or of one poll. `rounds` without an ID lists the rounds of deleted polls too; `anywhere` is `several`
 * without this chat chosen, for who comes from elsewhere.
 */
export type OpenedDialog = { what: (typeof alone)[number] } | { what: (typeof ofOne)[number]; pollId: number }

export const sorts = { newest: 'Newest first', oldest: 'Oldest first', sent: 'Last sent first', votes: 'Most votes first' } as const
export type SortName = keyof typeof sorts
export const sortNames = Object.keys(sorts) as SortName[]

/** `all` shows every poll that is not deleted. */
const filters = ['all', 'open', 'published', 'unsent', 'deleted'] as const satisfies readonly ('all' | PollState)[]
export type PollFilter = (typeof filters)[number]

/** Whether every word of the search occurs in the question or an answer, ignoring accents. */
export function matches(poll: Poll, search: string): boolean {
  return wordMatcher(search)([poll.question, ...answersOf(poll).map((answer) => answer.text)].join(' '))
}

export const isShown = (poll: Poll, show: PollFilter) => (show === 'all' ? stateOf(poll) !== 'deleted' : stateOf(poll) === show)

const at = (date: string | null) => textDateToSeconds(date) ?? 0
const newestFirst = (a: Poll, b: Poll) => at(b.createDate) - at(a.createDate) || b.id - a.id

const comparers: Record<SortName, (a: Poll, b: Poll) => number> = {
  newest: newestFirst,
  oldest: (a, b) => newestFirst(b, a),
  sent: (a, b) => at(b.lastSentDate) - at(a.lastSentDate) || newestFirst(a, b),
  votes: (a, b) => totalOf(b) - totalOf(a) || newestFirst(a, b),
}

/** IDs break ties, so the result never depends on the order of arrival. */
export const sorted = (polls: Poll[], sort: SortName) => polls.toSorted(comparers[sort])

const opened: UrlParam<OpenedDialog | null> = {
  read: (written) => {
    const [what, id] = (written ?? '').split('-')
    const pollId = Number(id)
    const one = ofOne.find((name) => name === what)
    const all = alone.find((name) => name === what)
    return one && Number.isSafeInteger(pollId) && pollId > 0 ? { what: one, pollId } : all && id === undefined ? { what: all } : null
  },
  write: (open) => open && ('pollId' in open ? `${open.what}-${open.pollId}` : open.what),
}

export const pollListState = urlState({
  search: named('q', text()),
  show: oneOf(filters, 'all'),
  sort: oneOf(sortNames, 'newest'),
  open: opened,
})
export type PollListView = ViewOf<typeof pollListState>

/** Opening a dialog adds a history entry, so that Back closes it; typing in the search does not. */
export const usePollListView = () => useUrlState(pollListState, (change) => Boolean(change.open))
