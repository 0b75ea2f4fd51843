import { Button, LinkButton } from '#dashboard/ui/form/Button.tsx'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import type { InboxItem } from '#contract/gateway/inbox.ts'
import type { LastDecision, Review } from '#contract/gateway/review.ts'
import { refetchEvery } from '#dashboard/platform/api/query.ts'
import { gatewayQuery } from '#dashboard/platform/api/gateway-query.ts'
import { noteServerTime } from '#dashboard/platform/review/time-left.ts'
import { isOpen } from '#dashboard/platform/review/verdict.ts'
import { useMay, useSeesHistory } from '#dashboard/platform/session/rights.ts'
import { to } from '#dashboard/platform/to.ts'
import { EmptyState, Hint, LoadError, StaleNotice } from '#dashboard/ui/feedback/notices.tsx'
import { nowMs } from '#dashboard/ui/format/clocks.ts'
import { count, countUpTo, plural } from '#dashboard/ui/format/numbers.ts'
import { clock, dayAndTime, startOfDay, Time } from '#dashboard/ui/format/time.tsx'
import { FilledWindow } from '#dashboard/ui/page/FilledWindow.tsx'
import { Initial } from '#dashboard/ui/page/Initial.tsx'
import { PlaceHead } from '#dashboard/platform/session/PlaceHead.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { SplitPage } from '#dashboard/ui/page/SplitPage.tsx'
import { Bottom, PhoneBar } from './Bottom.tsx'
import { Details } from './Details.tsx'
import { checkReviewCount } from './InboxNote.tsx'
import { InboxToolbar } from './InboxToolbar.tsx'
import { TenSeconds } from './queue/Countdown.tsx'
import { type InboxRow, isItem, titleOf } from './queue/items.ts'
import { ListRow } from './queue/ListRow.tsx'
import classes from './inbox.module.css'
import { type InboxScreen, peopleInWords, useInboxScreen } from './use-inbox-screen.ts'

/** A held message may have only seconds left. */
const everyThreeSeconds = refetchEvery(3000)

/** What can be decided about an item, below its title. */
type DetailsOfItem = (item: InboxItem) => ReactNode

/** What waits for a decision in all chats: messages that rules hold and mark, and whatever else asks. */
export function InboxPage({ detailsOf }: { detailsOf: DetailsOfItem }) {
  const [since] = useState(() => startOfDay(nowMs()))
  const reading = useQuery({
    ...gatewayQuery('reviewRead', { query: { since } }),
    refetchInterval: everyThreeSeconds,
  })
  const others = useQuery({ ...gatewayQuery('inboxList', {}), refetchInterval: everyThreeSeconds })
  const { data, dataUpdatedAt } = reading
  const review = data?.data
  const items = others.data?.data
  useEffect(() => {
    if (!review) return
    noteServerTime(review.at, dataUpdatedAt)
    checkReviewCount(review.totals)
  }, [review, dataUpdatedAt])

  // Messages run out: they never wait for the rest.
  if (review)
    return (
      <InboxView review={review} items={items} detailsOf={detailsOf}>
        <StaleNotice what="The messages" reading={reading} />
        {items ? (
          <StaleNotice what="The other decisions" reading={others} />
        ) : (
          others.error && <LoadError what="The other decisions" reading={others} />
        )}
      </InboxView>
    )
  return (
    <>
      <PlaceHead />
      {reading.error ? <LoadError what="The Inbox" reading={reading} /> : <p className="panel">Reading…</p>}
    </>
  )
}

const noItems: readonly InboxItem[] = []

interface InboxViewProps {
  review: Review
  /** undefined: not known yet. */
  items: readonly InboxItem[] | undefined
  detailsOf: DetailsOfItem
  children: ReactNode
}

function InboxView({ review, items, detailsOf, children }: InboxViewProps) {
  const may = useMay()
  const screen = useInboxScreen({ review, items: items ?? noItems })
  const { view, rows, queue, current, offered, mayDecideAbout } = screen
  const { runsOut, waiting } = queue.sections
  const details = (row: InboxRow) =>
    isItem(row) ? <ItemDetails key={row.key} {...{ screen, detailsOf }} item={row.item} /> : <Details {...{ screen }} entry={row} />
  return (
    <FilledWindow>
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
          Pending messages stay, and their countdown is paused.
        </Hint>
      )}
      <InboxToolbar screen={screen} />
      <SplitPage
        from="62.5em"
        className={`overline-strong ${classes.split}`}
        label="Details"
        details={rows.length > 0 && (current ? details(current) : <p className="help">Choose an entry to see what it asks.</p>)}
      >
        <div className="grow scroll relative" data-review-list {...queue.handlers}>
          <Section title="Runs out" note="deleted when the time is up" {...runsOut} {...{ screen, details }}>
            <KeepAll screen={screen} />
          </Section>
          <Section title="Waiting" note="most affected first" {...waiting} {...{ screen, details }} />
          {rows.length === 0 && items && <NothingWaits isFiltered={Object.values(view).some((value) => value !== null)} />}
          <LeftOut review={review} />
        </div>
      </SplitPage>
      <Bottom screen={screen} />
      {offered && mayDecideAbout(offered) && <PhoneBar key={offered.key} screen={screen} entry={offered} />}
      <TenSeconds held={runsOut.rows} />
    </FilledWindow>
  )
}

interface ItemDetailsProps {
  screen: InboxScreen
  item: InboxItem
  detailsOf: DetailsOfItem
}

function ItemDetails({ screen, item, detailsOf }: ItemDetailsProps) {
  return (
    <div className="stack gap-10">
      {screen.isWide && (
        <>
          <h2 className="heading outside">{titleOf(item)}</h2>
          <p className="fz-help quiet">
            <span className="outside">{screen.placeOf(item)}</span> · <span className="num">{dayAndTime(item.at / 1000)}</span>
          </p>
        </>
      )}
      {detailsOf(item)}
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
  const left = Math.max(0, totals.held - held.filter(isOpen).length) + Math.max(0, totals.marked - marked.length)
  return left > 0 && <p className="help panel">{countUpTo(left)} more follow once some of these are decided.</p>
}

interface SectionProps {
  title: string
  note: string
  rows: readonly InboxRow[]
  /** New ones that are not shown yet. */
  waiting: number
  screen: InboxScreen
  details: (row: InboxRow) => ReactNode
  children?: ReactNode
}

function Section({ title, note, rows, waiting, screen, details, children }: SectionProps) {
  const { queue, current, isWide, isUnfolded } = screen
  if (rows.length === 0 && waiting === 0) return null
  return (
    <section aria-label={title}>
      <div className="group-head">
        <h2 className="heading ink">{title}</h2>
        <span className="grow cut">{note}</span>
        {waiting > 0 && (
          <Button size="xs" variant="filled" icon="sortUp" onClick={queue.showWaiting}>
            {count(waiting)} new
          </Button>
        )}
        {children}
        <span className="num quiet fz-help">{count(rows.length)}</span>
      </div>
      <ul aria-label={title}>
        {rows.map((row) => {
          const isExpanded = !isWide && row === current && isUnfolded
          return (
            <ListRow key={row.key} {...{ screen, row }} isExpanded={isWide ? null : isExpanded}>
              {isExpanded && <div data-details>{details(row)}</div>}
            </ListRow>
          )
        })}
      </ul>
    </section>
  )
}

function KeepAll({ screen: { queue, mayDecideAbout } }: { screen: InboxScreen }) {
  const { rows } = queue.sections.runsOut
  const open = rows.flatMap(({ hits }) => hits.filter(isOpen))
  if (open.length < 2 || !rows.some(mayDecideAbout)) return null
  return (
    <Button size="xs" onClick={() => void queue.keepAll(open.map(({ id }) => id))}>
      Keep all {count(open.length)}
    </Button>
  )
}

const calmly = refetchEvery(15_000)

function NothingWaits({ isFiltered }: { isFiltered: boolean }) {
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
        What comes up appears here on its own, and in the sidebar.
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
            <Time at={line.at / 1000} className="num quiet" words={timeOf(line.at)} />
            <b className="medium">{outcomeOf(line)}</b>
            <span className="outside">{line.ruleName}</span>
            <span className="quiet outside">{line.by || 'nobody, the time was up'}</span>
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
    spared + kept > 0 && plural(spared + kept, '{count} kept', '{count} kept'),
  ]
    .filter((part) => part !== false)
    .join(', ')
