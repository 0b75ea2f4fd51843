import { Button, IconButton, LinkIconButton } from '#dashboard/ui/form/Button.tsx'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { memo, type ReactNode } from 'react'
import type { Poll } from '#contract/polls.ts'
import { to } from '#dashboard/platform/to.ts'
import { FoundText } from '#dashboard/platform/FoundText.tsx'
import { Badge } from '#dashboard/ui/feedback/Badge.tsx'
import { ActionMenu } from '#dashboard/ui/overlay/ActionMenu.tsx'
import { Icon, type IconName } from '#dashboard/ui/theme/icons.tsx'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { shortDay } from '#dashboard/ui/format/dates.ts'
import { clock } from '#dashboard/ui/format/time.tsx'
import { nextAction } from '../actions.tsx'
import { barsOf } from '../bars.ts'
import { answersOf } from '#engine/polls/poll-text.ts'
import classes from './PollRow.module.css'
import type { KeptRound } from '../records.ts'
import { saysMore, shownDate, stateLabels, stateOf, type PollState, short } from '../state.ts'
import type { OpenedDialog } from '../view.ts'
import { VoteBars } from '../VoteBars.tsx'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'

const PollMenu = lazyPart(async () => (await import('./menus.tsx')).PollMenu)

export interface PollRowProps {
  poll: Poll
  chatId: number
  /** In the search. */
  typed: string
  /** The number of votes since `seen` (a time in milliseconds). */
  grown: number
  seen: number
  rounds: KeptRound[] | undefined
  /** The number of chats that the poll was sent to together, including this one; 0 if unknown. */
  chats: number
  onOpen: (opened: OpenedDialog) => void
}

const noRounds: KeptRound[] = []

/** A poll: its text, state, bars, total and actions. Memoized, so that it is rerendered only when its props change. */
export const PollRow = memo(function PollRow({ poll, chatId, typed, grown, seen, rounds, chats, onOpen }: PollRowProps) {
  const bars = barsOf(answersOf(poll))
  const name = short(poll.question)
  return (
    <article className={`list-row relative underline ${classes.row}`} aria-label={name}>
      <div>
        <div className={`row quiet fz-help wrap ${classes.head}`}>
          <StateBadge poll={poll} />
          {saysMore(poll) && (
            <span>
              service status: <bdi>{poll.status}</bdi>
            </span>
          )}
        </div>
        <h2 className={`outside heading ${classes.question}`}>
          {poll.question.trim() ? <FoundText text={poll.question} typed={typed} /> : 'Without a question'}
        </h2>
        <Details poll={poll} />
        {chats > 1 && (
          <div className={classes.marks}>
            <Button size="xs" variant="subtle" onClick={() => onOpen({ what: 'across', pollId: poll.id })}>
              In {count(chats)} chats, all votes together
            </Button>
          </div>
        )}
      </div>
      <div>
        <VoteBars label={`Votes: ${name}`} bars={bars} />
        <KeptRounds rounds={rounds ?? noRounds} onOpen={() => onOpen({ what: 'rounds', pollId: poll.id })} />
      </div>
      <div className={classes.side}>
        <div className={`help ${classes.sum}`}>
          <span className={`num ink strong ${classes.total}`}>{count(bars.total)}</span>
          <span>{bars.total === 0 ? 'no votes' : bars.total === 1 ? 'vote' : 'votes'}</span>
          {grown > 0 && (
            <span className="num ok fz-meta" title={`at ${clock(seen)}`}>
              +{count(grown)} since you looked
            </span>
          )}
        </div>
        <Actions poll={poll} chatId={chatId} name={name} hasRounds={rounds !== undefined} onOpen={onOpen} />
      </div>
    </article>
  )
})

interface ActionsProps extends Pick<PollRowProps, 'poll' | 'chatId' | 'onOpen'> {
  name: string
  hasRounds: boolean
}

function Actions({ poll, chatId, name, hasRounds, onOpen }: ActionsProps) {
  const next = nextAction(poll)
  const may = useMay()
  return (
    <div className={`row gap-4 ${classes.actions}`}>
      {may('polls.write', chatId) && (
        <Button size="xs" icon={next.icon} onClick={() => next.run(chatId, poll)}>
          {next.label}
        </Button>
      )}
      <LinkIconButton icon="present" to={to.present(chatId, poll.id)} size="xs" aria-label={`Present ${name}`} title="Present" />
      <span className={classes.menu}>
        <ActionMenu
          button={<IconButton icon="more" size="xs" aria-label={`Actions for ${name}`} />}
          items={() => <PollMenu poll={poll} chatId={chatId} hasRounds={hasRounds} onOpen={onOpen} />}
        />
      </span>
    </div>
  )
}

const stateIcons: Record<PollState, IconName> = { open: 'play', published: 'done', unsent: 'edit', deleted: 'trash' }

function StateBadge({ poll }: { poll: Poll }) {
  const state = stateOf(poll)
  return (
    <Badge className="toggle" data-on={state === 'open' || undefined} icon={<Icon name={stateIcons[state]} size={12} />}>
      {stateLabels[state]}
    </Badge>
  )
}

const dates = { createDate: 'Created', lastSentDate: 'Sent', publishedDate: 'Published', dateDeleted: 'Deleted' } as const
const dateFields = Object.keys(dates) as (keyof typeof dates)[]

const ids = { id: 'Poll ID', roomId: 'Chat ID', userId: 'User ID' } as const
const idFields = Object.keys(ids) as (keyof typeof ids)[]

/**
 * The dates as sent, without a time zone (docs/assumptions.md row 20). Behind a press: the ids of the poll, of the chat it was created in and of its
 * creator.
 */
function Details({ poll }: { poll: Poll }) {
  const fact = (name: string, value: ReactNode) => (
    <div key={name} className="beside gap-4">
      <dt className="quiet">{name}</dt>
      <dd className="num">{value}</dd>
    </div>
  )
  const time = (date: string) => (
    <time dateTime={date} title={`${date}, server time`}>
      {shownDate(date)}
    </time>
  )
  return (
    <div className={classes.details}>
      <dl className="beside fz-meta wrap">{dateFields.map((field) => poll[field] !== null && fact(dates[field], time(poll[field])))}</dl>
      <details className="fz-meta">
        <summary className="link">Details</summary>
        <dl className="beside wrap">{idFields.map((field) => (poll[field] ?? null) !== null && fact(ids[field], poll[field]))}</dl>
      </details>
    </div>
  )
}

const shownAtOnce = 3

/** The earlier rounds of a poll in one line. Renders nothing if there are none. */
function KeptRounds({ rounds, onOpen }: { rounds: KeptRound[]; onOpen: () => void }) {
  if (rounds.length === 0) return null
  return (
    <div className={classes.marks}>
      <button type="button" className={`row quiet fz-meta wrap lit ${classes.rounds}`} onClick={onOpen}>
        <span className="row gap-6">
          <Icon name="archive" size={14} /> Earlier rounds
        </span>
        {rounds.slice(0, shownAtOnce).map((round) => (
          <MiniRound key={round.at} round={round} />
        ))}
        {endWords(rounds.length - shownAtOnce) && <span>{endWords(rounds.length - shownAtOnce)}</span>}
      </button>
    </div>
  )
}

/** @param more rounds that are not shown */
const endWords = (more: number): string => (more > 0 ? `and ${count(more)} more` : '')

function MiniRound({ round }: { round: KeptRound }) {
  const { bars, total } = barsOf(round.answers)
  const most = Math.max(...bars.map(({ share }) => share))
  return (
    <span className="row gap-6">
      <span className={`bars ${classes.mini}`} aria-hidden>
        {bars.map(({ place, share, mark }) => (
          <i key={place} data-leads={mark !== null || undefined} style={{ height: `${(most > 0 ? share / most : 0) * 100}%` }} />
        ))}
      </span>
      <span className="num">
        {shortDay(round.at)} {counted(total, 'vote')}
      </span>
    </span>
  )
}
