import { Button } from '#dashboard/ui/form/Button.tsx'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useDeferredValue, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useParams } from 'react-router-dom'
import { z } from 'zod/mini'
import type { Poll } from '#contract/polls.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { storedText, storeText, useSession } from '#dashboard/platform/session/session.ts'
import { parseId } from '#dashboard/platform/to.ts'
import { EmptyState, StaleNotice } from '#dashboard/ui/feedback/notices.tsx'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { clock } from '#dashboard/ui/format/time.tsx'
import { useLatest } from '#dashboard/ui/page/use-latest.ts'
import { totalOf } from '#engine/polls/votes.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { totalOf } from '#engine/polls/poll-text.ts'
import { type GroupMember, groupOf, groupsQuery } from './list/groups.ts'
import { PollRow } from './list/PollRow.tsx'
import { isOpen, livePolls } from './live-polls.ts'
import { PollDialogs } from './PollDialogs.tsx'
import classes from './polls.module.css'
import { PollsToolbar } from './PollsToolbar.tsx'
import { type KeptRound, roundsByPoll, roundsQuery } from './rounds.ts'
import { stateLabels } from './state.ts'
import { isShown, matches, type OpenedDialog, type PollFilter, sorted, usePollListView } from './view.ts'

/** The text of an empty list for each filter. */
const noneShown: Record<PollFilter, string> = {
  all: 'All polls are deleted',
  open: 'No open polls',
  published: 'No published polls',
  unsent: 'No unsent polls',
  deleted: 'No deleted polls',
}

const noRounds: KeptRound[] = []
const noGroups: GroupMember[][] = []

/** What shows results; everything else that can be opened writes. */
const readsOnly = ({ what }: OpenedDialog) => what === 'rounds' || what === 'across'

/** The key remounts the page for another chat, so that no input or state of the previous one remains. */
export function PollsPage() {
  const chatId = parseId(useParams()['chatId']) ?? 0
  return <PollsOf key={chatId} chatId={chatId} />
}

function PollsOf({ chatId }: { chatId: number }) {
  const accountId = useSession().account.id
  const may = useMay()
  const reading = useSuspenseQuery(livePolls(chatId))
  const polls = reading.data.data
  const rounds = useQuery(roundsQuery(chatId)).data ?? noRounds
  const groups = useQuery(groupsQuery()).data ?? noGroups
  const roundsOf = useMemo(() => roundsByPoll(rounds), [rounds])
  const growth = useVoteGrowth(accountId, chatId, polls)
  const [view, changeView] = usePollListView()

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
  // A stable callback, so that memoized rows are not rerendered after every read.
  const { onOpen } = useLatest({ onOpen: (open: OpenedDialog) => changeView({ open }) })
  const fresh = `as of ${clock(reading.dataUpdatedAt)}${reading.error ? '' : polls.some(isOpen) ? ', every 3 s' : ', every 30 s'}`
  return (
    <>
      <StaleNotice what="The polls" reading={reading} />
      <PollsToolbar view={view} onChange={changeView} found={found} shown={shown} chatId={chatId} rounds={rounds} fresh={fresh} />
      {shown.length > 0 ? (
        <>
          <PollList polls={shown} chatId={chatId} growth={growth} rounds={roundsOf} groups={groups} onOpen={onOpen} />
          <p className={classes.foot}>
            <span role="status">
              {shown.length === polls.length ? counted(polls.length, 'poll') : `${shown.length} of ${counted(polls.length, 'poll')}`}
            </span>
            <span className={`num ${classes.fresh}`}>, {fresh}</span>. Dates are server time, shown as sent: they carry no zone. A full
            track is all votes of that poll.
          </p>
        </>
      ) : polls.some((poll) => isShown(poll, 'all')) || search || show !== 'all' ? (
        <EmptyState
          icon="search"
          title={search ? `Nothing matches “${search}”` : noneShown[show]}
          action={<Button onClick={() => changeView({ search: '', show: 'all' })}>Show all polls</Button>}
        >
          {show === 'all'
            ? 'The search covers questions and answers and ignores accents.'
            : `Only polls of the filter “${stateLabels[show]}” are searched.`}
        </EmptyState>
      ) : (
        <EmptyState
          icon="polls"
          title="No polls in this chat yet"
          action={
            may('polls.write', chatId) && (
              <div className="beside wrap">
                <Button variant="filled" icon="plus" onClick={() => onOpen({ what: 'new' })}>
                  New poll
                </Button>
                <Button onClick={() => onOpen({ what: 'from' })}>Copy from another chat</Button>
                <Button onClick={() => onOpen({ what: 'templates' })}>From a template</Button>
              </div>
            )
          }
        >
          Ask a question and watch the votes come in as bars.
        </EmptyState>
      )}
      <PollDialogs
        opened={view.open && (readsOnly(view.open) || may('polls.write', chatId)) ? view.open : null}
        polls={polls}
        chatId={chatId}
        rounds={rounds}
        groups={groups}
        onChange={(open) => changeView({ open })}
      />
    </>
  )
}

interface PollListProps {
  polls: Poll[]
  chatId: number
  growth: VoteGrowth
  rounds: ReadonlyMap<number, KeptRound[]>
  groups: GroupMember[][]
  onOpen: (opened: OpenedDialog) => void
}

/** The virtualized list of polls: only the rows near the viewport are rendered, so that hundreds cost no more than ten. */
function PollList({ polls, chatId, growth, rounds, groups, onOpen }: PollListProps) {
  const list = useRef<HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  // The first render is the most expensive, so the overscan rows are added right after it.
  const overscan = useDeferredValue(3, 0)
  // A banner that appears or disappears above moves the list slightly; the overscan compensates for it.
  useLayoutEffect(() => setTop((list.current?.getBoundingClientRect().top ?? 0) + scrollY), [polls])
  // oxlint-disable-next-line react/incompatible-library -- the rule is about the React Compiler, which is not used here
  const virtualizer = useWindowVirtualizer({
    count: polls.length,
    estimateSize: () => 144,
    overscan,
    scrollMargin: top,
    getItemKey: (index) => polls[index]?.id ?? index,
  })
  return (
    <ul ref={list} className="relative" aria-label="Polls" style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ key, index, start }) => {
        const poll = polls[index]
        if (!poll) return null
        return (
          <li
            className="windowed"
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            aria-setsize={polls.length}
            aria-posinset={index + 1}
            style={{ transform: `translateY(${start - top}px)` }}
          >
            <PollRow
              poll={poll}
              chatId={chatId}
              grown={growth.of(poll)}
              seen={growth.since}
              rounds={rounds.get(poll.id)}
              chats={groupOf(groups, { chatId, pollId: poll.id }).length}
              onOpen={onOpen}
            />
          </li>
        )
      })}
    </ul>
  )
}

/** The votes of each poll when a person last saw this page. */
const Seen = z.object({ at: z.number(), totals: z.record(z.string(), z.number()) })
type Seen = z.output<typeof Seen>

const seenNow = (polls: Poll[]): Seen => ({ at: Date.now(), totals: Object.fromEntries(polls.map((poll) => [poll.id, totalOf(poll)])) })

function read(name: string): Seen | null {
  try {
    return Seen.parse(JSON.parse(storedText(name) ?? ''))
  } catch {
    return null
  }
}

interface VoteGrowth {
  /** In milliseconds. */
  since: number
  /** The number of votes since then; 0 after a reset. */
  of: (poll: Poll) => number
}

/** Counts the votes since a person last saw these polls: before this visit, or before the tab was hidden. Stored in this browser until sign-out. */
function useVoteGrowth(accountId: number, chatId: number, polls: Poll[]): VoteGrowth {
  const name = `polls-seen-${accountId}-${chatId}`
  const [seen, setSeen] = useState(() => read(name) ?? seenNow(polls))
  const note = useEffectEvent(() => {
    const now = seenNow(polls)
    storeText(name, JSON.stringify(now))
    return now
  })
  useEffect(() => {
    const onChange = () => {
      if (document.hidden) setSeen(note())
    }
    const onLeave = () => void note()
    document.addEventListener('visibilitychange', onChange)
    addEventListener('pagehide', onLeave)
    return () => {
      document.removeEventListener('visibilitychange', onChange)
      removeEventListener('pagehide', onLeave)
      onLeave()
    }
  }, [])
  return { since: seen.at, of: (poll) => Math.max(0, totalOf(poll) - (seen.totals[poll.id] ?? 0)) }
}
