import { Anchor, Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useEffect, useState } from 'react'
import type { Review } from '#contract/workspace/review.ts'
import { signalWorkspace } from '#dashboard/platform/api/workspace-query.ts'
import { isOpen, verdictOf } from '#dashboard/platform/review/verdict.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { to } from '#dashboard/platform/to.ts'
import { Hint } from '#dashboard/ui/feedback/notices.tsx'
import { count, counted, countUpTo, listed, plural } from '#dashboard/ui/format/numbers.ts'
import { dayAndTime } from '#dashboard/ui/format/time.tsx'
import { Initial } from '#dashboard/ui/page/Initial.tsx'
import { PageHead } from '#dashboard/ui/page/Page.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { Bottom, PhoneBar } from './Bottom.tsx'
import { Details } from './details/Details.tsx'
import { NothingToReview } from './NothingToReview.tsx'
import { type EntryKind, idsOf } from './queue/entries.ts'
import { EntryRow, WaitingButton } from './queue/EntryRow.tsx'
import type { ShownEntry } from './queue/shown.ts'
import { TenSeconds } from './queue/TenSeconds.tsx'
import { useAim } from './queue/use-aim.ts'
import { useQueue } from './queue/use-queue.ts'
import classes from './review.module.css'
import { ReviewToolbar } from './ReviewToolbar.tsx'
import { useCurrent } from './use-current.ts'
import { useReviewKeys } from './use-review-keys.ts'
import { useReviewView } from './view.ts'

const kinds: EntryKind[] = ['held', 'marked']

/** The queue, the details of the current entry, and the last decision. */
export function ReviewView({ review, children }: { review: Review; children: ReactNode }) {
  const may = useMay()
  const [view, onView] = useReviewView()
  const { aim, handlers } = useAim()
  const queue = useQueue(review, view, aim)
  const { shown } = queue
  const { current, position, choose, step, advanceFrom, offered } = useCurrent(shown)
  const isWide = useMediaQuery('(min-width: 62.5em)', undefined, { getInitialValueInEffect: false })
  // Without a details column, the details open below their row.
  const [isUnfolded, setUnfolded] = useState(false)
  usePresence(current?.hits[0].id ?? null)

  const mayDecideAbout = ({ hits }: ShownEntry) => may('messages.delete', hits[0].message.chatId)
  const stateOf = (entry: ShownEntry) => {
    const isSettled = !entry.hits.some(isOpen)
    const ids = new Set(idsOf(entry))
    return {
      entry,
      viewers: lookingWords(review.people, ids),
      verdict: isSettled ? verdictOf(entry.hits, queue.own) : '',
      mayDecide: mayDecideAbout(entry),
      isSending: idsOf(entry).some((id) => queue.sending.has(id)),
    }
  }
  const decide = (decision: 'stay' | 'remove') => (entry: ShownEntry) => {
    void queue[decision](entry)
    advanceFrom(entry.key)
  }
  const [stay, remove] = [decide('stay'), decide('remove')]
  useReviewKeys({ current, queue, step, choose, stay, remove, mayDecide: current !== undefined && mayDecideAbout(current) })

  function onCurrent(entry: ShownEntry) {
    if (!isWide) setUnfolded(entry.key !== current?.key || !isUnfolded)
    choose(entry.key)
  }
  const details = (entry: ShownEntry) => <Details {...stateOf(entry)} onStay={() => stay(entry)} onRemove={() => remove(entry)} />

  return (
    <div className="column fills-window" data-fills-window>
      <PageHead beside={<span className="quiet fz-help not-on-phones">all chats</span>} actions={<Team review={review} />} />
      {children}
      {review.stopped && (
        <Hint
          bad
          action={
            may('rules.read') && (
              <Anchor component={PageLink} to={to.rules()} fz="help">
                Open rules
              </Anchor>
            )
          }
        >
          <b>All rules are off since {dayAndTime(review.stopped.at / 1000)}</b>, by <span className="outside">{review.stopped.by}</span>.
          Held messages stay held, and their countdown is paused.
        </Hint>
      )}
      <ReviewToolbar review={review} view={view} onView={onView} />
      <div className={classes.body}>
        <div className={classes.list} data-review-list {...handlers}>
          {kinds.map((kind) => {
            const entries = shown.filter((entry) => entry.kind === kind)
            return (
              <Section
                key={kind}
                {...{ kind, entries }}
                waiting={queue.waiting(kind)}
                onShowWaiting={queue.showWaiting}
                onSpareAll={entries.some(mayDecideAbout) ? (ids) => void queue.spareAll(ids) : null}
              >
                {entries.map((entry) => {
                  const isCurrent = entry === current
                  const isExpanded = !isWide && isCurrent && isUnfolded
                  return (
                    <EntryRow
                      key={entry.key}
                      {...stateOf(entry)}
                      {...{ isCurrent, onCurrent }}
                      isExpanded={isWide ? null : isExpanded}
                      onStay={stay}
                    >
                      {isExpanded && <div data-details>{details(entry)}</div>}
                    </EntryRow>
                  )
                })}
              </Section>
            )
          })}
          {shown.length === 0 && <NothingToReview isFiltered={Object.values(view).some((value) => value !== null)} />}
          <LeftOut review={review} />
        </div>
        {isWide && shown.length > 0 && (
          <aside className={classes.details} aria-label="Details">
            {current ? details(current) : <p className="help">Choose an entry to see why it is here.</p>}
          </aside>
        )}
      </div>
      <Bottom queue={queue} onStep={step} hasRows={shown.length > 0} />
      {offered && mayDecideAbout(offered) && (
        <PhoneBar
          key={offered.key}
          entry={offered}
          position={offered === current ? position : shown.indexOf(offered)}
          of={shown.length}
          isSending={stateOf(offered).isSending}
          onStay={() => (choose(offered.key), stay(offered))}
          onRemove={() => (choose(offered.key), remove(offered))}
          onNext={() => step(1)}
        />
      )}
      <TenSeconds shown={shown} />
    </div>
  )
}

/** Who else has the page open, and how often people agreed with the rules today. */
function Team({ review: { people, today } }: { review: Review }) {
  return (
    <>
      {people.length > 0 && (
        <span className="row gap-6 fz-help quiet" title={hereWords(people)}>
          {people.slice(0, 3).map(({ name }) => (
            <Initial key={name} name={name} />
          ))}
          <span className="not-on-phones">{hereWords(people)}</span>
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
  return left > 0 && <p className={`help ${classes.leftOut}`}>{countUpTo(left)} more follow once some of these are decided.</p>
}

interface SectionProps {
  kind: EntryKind
  entries: readonly ShownEntry[]
  waiting: number
  onShowWaiting: () => void
  /** null: the person may not decide about any of them. */
  onSpareAll: ((ids: string[]) => void) | null
  children: ReactNode
}

const titles = { held: 'Held', marked: 'Marked' }

/** The held messages, or the marked ones. */
function Section({ kind, entries, waiting, onShowWaiting, onSpareAll, children }: SectionProps) {
  const open = entries.flatMap(({ hits }) => hits.filter(isOpen))
  const openEntries = entries.filter(({ hits }) => hits.some(isOpen)).length
  if (entries.length === 0 && waiting === 0) return null
  return (
    <section aria-labelledby={`review-${kind}`}>
      <div className={classes.sectionHead}>
        <h2 id={`review-${kind}`}>{titles[kind]}</h2>
        <span className="grow cut">
          {kind === 'held'
            ? `${counted(open.length, 'message')} in ${counted(openEntries, 'entry', 'entries')}`
            : plural(open.length, '{count} message waits for a decision', '{count} messages wait for a decision')}
          <span className="not-on-phones">{kind === 'held' ? ', deleted when the hold expires' : ', newest first'}</span>
        </span>
        <WaitingButton many={waiting} onShow={onShowWaiting} />
        {kind === 'held' && onSpareAll && open.length > 1 && (
          <Button size="xs" onClick={() => onSpareAll(open.map(({ id }) => id))}>
            Spare all {count(open.length)}
          </Button>
        )}
      </div>
      <ul aria-label={titles[kind]}>{children}</ul>
    </section>
  )
}

/** The server shows it to others for 30 s. */
const repeatMs = 12_000
/** Entries that are only passed over are not sent. */
const pauseMs = 600

const sendPresence = (hitId: string | null) => {
  if (document.visibilityState === 'visible') void signalWorkspace('reviewLook', { body: { hitId } })
}

/** Tells others which entry this person looks at, while the page is visible. @param hitId null: no entry */
function usePresence(hitId: string | null): void {
  useEffect(() => {
    const first = setTimeout(() => sendPresence(hitId), pauseMs)
    const timer = setInterval(() => sendPresence(hitId), repeatMs)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
    }
  }, [hitId])
}

type People = Review['people']

/** "Ana and Tom are here", or ''. */
const hereWords = (people: People) => words(people, 'is here', 'are here')

/** The people who look at one of these messages: "Tom is looking", or ''. */
const lookingWords = (people: People, ids: ReadonlySet<string>) =>
  words(
    people.filter(({ hitId }) => hitId !== null && ids.has(hitId)),
    'is looking',
    'are looking',
  )

const maxListed = 3

function words(people: People, one: string, several: string): string {
  if (people.length === 0) return ''
  const names = people.slice(0, maxListed).map(({ name }) => name)
  const others = people.length - names.length
  return `${listed(others > 0 ? [...names, count(others)] : names)} ${people.length === 1 ? one : several}`
}
