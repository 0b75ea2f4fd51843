import { Button, LinkButton } from '#dashboard/ui/form/Button.tsx'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import type { LastDecision, Review } from '#contract/gateway/review.ts'
import { refetchEvery } from '#dashboard/platform/api/query.ts'
import { gatewayQuery } from '#dashboard/platform/api/gateway-query.ts'
import { shareReviewCount } from '#dashboard/features/inbox/ReviewNote.tsx'
import { noteServerTime } from '#dashboard/platform/review/time-left.ts'
import { isOpen } from '#dashboard/platform/review/verdict.ts'
import { useMay, useSeesHistory } from '#dashboard/platform/session/rights.ts'
import { to } from '#dashboard/platform/to.ts'
import { EmptyState, Hint, LoadError, StaleNotice } from '#dashboard/ui/feedback/notices.tsx'
import { nowMs } from '#dashboard/ui/format/clocks.ts'
import { count, counted, countUpTo, plural } from '#dashboard/ui/format/numbers.ts'
import { clock, dayAndTime, exact } from '#dashboard/ui/format/time.tsx'
import { Initial } from '#dashboard/ui/page/Initial.tsx'
import { PlaceHead } from '#dashboard/platform/session/PlaceHead.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { SplitPage } from '#dashboard/ui/page/SplitPage.tsx'
import { Bottom, PhoneBar } from './Bottom.tsx'
import { Details } from './Details.tsx'
import { TenSeconds } from './queue/Countdown.tsx'
import { type EntryKind, isDecidable } from './queue/entries.ts'
import { EntryRow } from './queue/EntryRow.tsx'
import classes from './review.module.css'
import { openTotal, ReviewToolbar, titles } from './ReviewToolbar.tsx'
import { peopleInWords, type ReviewScreen, useReviewScreen } from './use-review-screen.ts'
import { startOfDay } from '#dashboard/ui/format/time.tsx'

/** A held message may have only seconds left. */
const everyThreeSeconds = refetchEvery(3000)

/** The queue of held and marked messages of all chats. */
export function InboxPage() {
  const [since] = useState(() => startOfDay(nowMs()))
  const reading = useQuery({
    ...gatewayQuery('reviewRead', { query: { since } }),
    refetchInterval: everyThreeSeconds,
  })
  const { data, dataUpdatedAt } = reading
  const review = data?.data
  useEffect(() => {
    if (!review) return
    noteServerTime(review.at, dataUpdatedAt)
    shareReviewCount({ held: openTotal(review, 'held'), marked: openTotal(review, 'marked') })
  }, [review, dataUpdatedAt])

  if (review)
    return (
      <ReviewView review={review}>
        <StaleNotice what="The queue" reading={reading} />
      </ReviewView>
    )
  return (
    <>
      <PlaceHead />
      {reading.error ? <LoadError what="The queue" reading={reading} /> : <p className="panel">Reading…</p>}
    </>
  )
}

function ReviewView({ review, children }: { review: Review; children: ReactNode }) {
  const may = useMay()
  const screen = useReviewScreen(review)
  const { view, shown, current, offered, mayDecideAbout } = screen
  return (
    <div className="column fills-window" data-fills-window>
      <PlaceHead beside={<span className="quiet fz-help not-on-phones">all chats</span>} actions={<Team review={review} />} />
      {children}
      {review.stopped && (
        <Hint
          bad
          action={
            may('rules.read') && (
              <PageLink to={to.rules()} className="link">
                Open rules
              </PageLink>
            )
          }
        >
          <b>All rules are off since {dayAndTime(review.stopped.at / 1000)}</b>, by <span className="outside">{review.stopped.by}</span>.
          Held messages stay held, and their countdown is paused.
        </Hint>
      )}
      <ReviewToolbar screen={screen} />
      <SplitPage
        from="62.5em"
        className="overline-strong"
        label="Details"
        details={
          shown.length > 0 &&
          (current ? <Details screen={screen} entry={current} /> : <p className="help">Choose an entry to see why it is here.</p>)
        }
      >
        <div className="grow scroll relative" data-review-list {...screen.queue.handlers}>
          <Section screen={screen} kind="held" />
          <Section screen={screen} kind="marked" />
          {shown.length === 0 && <NothingToReview isFiltered={Object.values(view).some((value) => value !== null)} />}
          <LeftOut review={review} />
        </div>
      </SplitPage>
      <Bottom screen={screen} />
      {offered && mayDecideAbout(offered) && <PhoneBar key={offered.key} screen={screen} entry={offered} />}
      <TenSeconds shown={shown} />
    </div>
  )
}

/** Who else has the page open, and how often people agreed with the rules today. */
function Team({ review: { people, today } }: { review: Review }) {
  const here = peopleInWords(people, 'is here', 'are here')
  return (
    <>
      {people.length > 0 && (
        <span className="row gap-6 fz-help quiet" title={here}>
          {people.slice(0, 3).map(({ name }) => (
            <Initial key={name} name={name} />
          ))}
          <span className="not-on-phones">{here}</span>
        </span>
      )}
      {today.decided > 0 && (
        <span className="num fz-help quiet not-on-phones">
          Today <b className="ink">{countUpTo(today.decided)}</b> decided, rules right in{' '}
          <b className="ink">{count(Math.round((100 * today.right) / today.decided))} %</b>
        </span>
      )}
    </>
  )
}

/** The number of messages beyond the maximum length of the queue. */
function LeftOut({ review: { totals, held, marked } }: { review: Review }) {
  const left = Math.max(0, totals.held - held.length) + Math.max(0, totals.marked - marked.length)
  return left > 0 && <p className="help panel">{countUpTo(left)} more follow once some of these are decided.</p>
}

function Section({ screen, kind }: { screen: ReviewScreen; kind: EntryKind }) {
  const { queue, shown, current, isWide, isUnfolded } = screen
  const entries = shown.filter((entry) => entry.kind === kind)
  const waiting = queue.waiting(kind)
  const open = entries.flatMap(({ hits }) => hits.filter(isOpen))
  if (entries.length === 0 && waiting === 0) return null
  return (
    <section aria-labelledby={`review-${kind}`}>
      <div className="group-head">
        <h2 id={`review-${kind}`} className="heading ink">
          {titles[kind]}
        </h2>
        <span className="grow cut">
          {kind === 'held'
            ? `${counted(open.length, 'message')} in ${counted(entries.filter(isDecidable).length, 'entry', 'entries')}`
            : plural(open.length, '{count} message waits for a decision', '{count} messages wait for a decision')}
          <span className="not-on-phones">{kind === 'held' ? ', deleted when the hold expires' : ', newest first'}</span>
        </span>
        {waiting > 0 && (
          <Button size="xs" variant="filled" icon="sortUp" onClick={queue.showWaiting}>
            {count(waiting)} new
          </Button>
        )}
        {kind === 'held' && open.length > 1 && entries.some(screen.mayDecideAbout) && (
          <Button size="xs" onClick={() => void queue.spareAll(open.map(({ id }) => id))}>
            Spare all {count(open.length)}
          </Button>
        )}
      </div>
      <ul aria-label={titles[kind]}>
        {entries.map((entry) => {
          const isExpanded = !isWide && entry === current && isUnfolded
          return (
            <EntryRow key={entry.key} {...{ screen, entry }} isExpanded={isWide ? null : isExpanded}>
              {isExpanded && (
                <div data-details>
                  <Details {...{ screen, entry }} />
                </div>
              )}
            </EntryRow>
          )
        })}
      </ul>
    </section>
  )
}

const calmly = refetchEvery(15_000)

export function NothingToReview({ isFiltered }: { isFiltered: boolean }) {
  const may = useMay()
  if (isFiltered)
    return (
      <EmptyState icon="search" title="No matches">
        No items match the filter.
      </EmptyState>
    )
  return (
    <>
      <EmptyState
        icon="done"
        title="Nothing waits for you"
        action={may('rules.read') && <LinkButton to={to.rules()}>Open rules</LinkButton>}
      >
        New holds and marks appear here on their own, and in the sidebar.
      </EmptyState>
      <LastDecisions />
    </>
  )
}

function LastDecisions() {
  const { data } = useQuery({ ...gatewayQuery('reviewLastList', {}), staleTime: 0, refetchInterval: calmly })
  const seesHistory = useSeesHistory()
  const last = data?.data ?? []
  if (last.length === 0) return null
  return (
    <section className={`panel ${classes.lastDecisions}`} aria-labelledby="last-decisions">
      <h2 className="list-heading" id="last-decisions">
        Last decisions
      </h2>
      <ul>
        {last.map((line) => (
          <li key={`${line.at} ${line.ruleName} ${line.by}`} className={`underline fz-help ${classes.line}`}>
            <time className="num quiet" title={exact(line.at / 1000)}>
              {timeOf(line.at)}
            </time>
            <b className="medium">{outcomeOf(line)}</b>
            <span className="outside">{line.ruleName}</span>
            <span className="quiet outside">{line.by || 'nobody, the hold expired'}</span>
          </li>
        ))}
      </ul>
      {seesHistory && (
        <PageLink to={to.changes()} className="link help block mt-8">
          All decisions in Changes
        </PageLink>
      )}
    </section>
  )
}

const timeOf = (at: number) =>
  new Date(at).toDateString() === new Date(nowMs()).toDateString() ? clock(at).slice(0, 5) : dayAndTime(at / 1000)

const outcomeOf = ({ deleted, spared, kept }: LastDecision) =>
  [
    deleted > 0 && plural(deleted, '{count} deleted', '{count} deleted'),
    spared > 0 && plural(spared, '{count} spared', '{count} spared'),
    kept > 0 && plural(kept, '{count} kept', '{count} kept'),
  ]
    .filter((part) => part !== false)
    .join(', ')
