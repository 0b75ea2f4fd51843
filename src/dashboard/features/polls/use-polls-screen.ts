import { totalOf } from '#engine/polls/poll-text.ts'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { z } from 'zod/mini'
import type { Poll } from '#contract/polls.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { localJson, storeText, useSession } from '#dashboard/platform/session/session-state.ts'
import { clock } from '#dashboard/ui/format/time.tsx'
import { useLatest } from '#dashboard/ui/page/use-latest.ts'
import { useOnLeave } from '#dashboard/ui/page/use-on-leave.ts'
import { type GroupMember, groupsQuery, type KeptRound, roundsByPoll, roundsQuery } from './records.ts'
import { isOpen, livePolls } from './live-polls.ts'
import { isShown, matches, type OpenedDialog, sorted, usePollListView } from './view.ts'

const noRounds: KeptRound[] = []
const noGroups: GroupMember[][] = []

/** What the parts of the polls page show and do. The address has the search, the filter, the order and the open dialog (view.ts). */
export function usePollsScreen(chatId: number) {
  const accountId = useSession().account.id
  const reading = useSuspenseQuery(livePolls(chatId))
  const polls = reading.data.data
  const rounds = useQuery(roundsQuery(chatId)).data ?? noRounds
  const roundsOf = useMemo(() => roundsByPoll(rounds), [rounds])
  const [view, change] = usePollListView()

  // The search field and the filters respond immediately; the list is rendered in a deferred update that does not block a frame.
  const { search, show, sort } = useDeferredValue(view)
  const found = useMemo(() => (search ? polls.filter((poll) => matches(poll, search)) : polls), [polls, search])
  const shown = useMemo(
    () =>
      sorted(
        found.filter((poll) => isShown(poll, show)),
        sort,
      ),
    [found, show, sort],
  )
  return {
    chatId,
    mayWrite: useMay()('polls.write', chatId),
    reading,
    polls,
    found,
    /** The polls that are shown, in their order. */
    shown,
    search,
    show,
    view,
    change,
    // A stable callback, so that memoized rows are not rerendered after every read.
    ...useLatest({ open: (open: OpenedDialog) => change({ open }) }),
    growth: useVoteGrowth(accountId, chatId, polls),
    rounds,
    roundsOf,
    groups: useQuery(groupsQuery()).data ?? noGroups,
    fresh: `as of ${clock(reading.dataUpdatedAt)}${reading.error ? '' : polls.some(isOpen) ? ', every 3 s' : ', every 30 s'}`,
  }
}

export type PollsScreen = ReturnType<typeof usePollsScreen>

const Seen = z.object({ at: z.number(), totals: z.record(z.string(), z.number()) })
type Seen = z.output<typeof Seen>

const seenNow = (polls: Poll[]): Seen => ({ at: Date.now(), totals: Object.fromEntries(polls.map((poll) => [poll.id, totalOf(poll)])) })

/** Counts the votes since a person last saw these polls: before this visit, or before the tab was hidden. Stored in this browser until sign-out. */
function useVoteGrowth(accountId: number, chatId: number, polls: Poll[]) {
  const name = `polls-seen-${accountId}-${chatId}`
  const [seen, setSeen] = useState(() => Seen.safeParse(localJson(name)).data ?? seenNow(polls))
  useOnLeave(() => {
    const now = seenNow(polls)
    storeText(name, JSON.stringify(now))
    setSeen(now)
  })
  return { since: seen.at, of: (poll: Poll) => Math.max(0, totalOf(poll) - (seen.totals[poll.id] ?? 0)) }
}
