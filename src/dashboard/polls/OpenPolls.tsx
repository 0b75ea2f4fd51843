import { useQueries, useSuspenseQuery } from '@tanstack/react-query'
import type { Chat } from '#contract/chats.ts'
import type { Poll } from '#contract/polls.ts'
import { latelyUsed } from '../last-used.ts'
import { every, q } from '../query.ts'
import { to } from '../to.ts'
import { readFailureWords } from '../ui/failure-words.ts'
import { Icon } from '../ui/more-icons.tsx'
import { TryAgain } from '../ui/notes.tsx'
import { count, counted, listed } from '../ui/numbers.ts'
import { PageLink } from '../ui/PageLink.tsx'
import { PanelHeading } from '../ui/PanelHeading.tsx'
import { answersOf, barsOf } from './bars.ts'
import { isOpen } from './live-polls.ts'
import classes from './OpenPolls.module.css'

/** So many rooms are looked at, those that were used last: each is a request of its own. */
const lookedAt = 8
const shownAtMost = 5

/** The polls that are out now, with the answer that leads. Each room has its own reading and its own failure. */
export function OpenPolls() {
  const chats = useSuspenseQuery(q('chatList', {})).data.data
  const rooms = latelyUsed(chats, lookedAt)
  const readings = useQueries({
    queries: rooms.map(({ id }) => ({ ...q('pollList', { params: { chatId: id } }), refetchInterval: every(30_000) })),
  })
  const failed = rooms.flatMap((chat, index) =>
    readings[index]!.data === undefined && readings[index]!.isError ? [{ chat, reading: readings[index]! }] : [],
  )
  const open = rooms.flatMap((chat, index) => (readings[index]!.data?.data ?? []).filter(isOpen).map((poll) => ({ chat, poll })))
  if (open.length === 0 && failed.length === 0) return null
  return (
    <section className={classes.panel} aria-labelledby="polls-open">
      <PanelHeading id="polls-open" aside={count(open.length)}>
        Polls open now
      </PanelHeading>
      {open.slice(0, shownAtMost).map(({ chat, poll }) => (
        <OpenPoll key={`${chat.id}-${poll.id}`} chat={chat} poll={poll} />
      ))}
      {open.length > shownAtMost && <p className={classes.where}>and {counted(open.length - shownAtMost, 'more')}</p>}
      {failed.map(({ chat, reading }) => (
        <div key={chat.id} className={classes.failed} role="alert">
          <Icon name="error" className="rk-bad" />
          <span>
            Polls of <b className="outside">{chat.name}</b> could not be read. {readFailureWords(reading.error).advice}
          </span>
          <TryAgain act={reading.refetch} busy={reading.isFetching} />
        </div>
      ))}
    </section>
  )
}

function OpenPoll({ chat, poll }: { chat: Chat; poll: Poll }) {
  const { total, bars } = barsOf(answersOf(poll))
  const first = bars.filter(({ mark }) => mark !== null)
  const [leader] = first
  const next = Math.max(0, ...bars.filter(({ mark }) => mark === null).map(({ votes }) => votes))
  return (
    <article className={classes.poll}>
      <h3>
        <PageLink to={to.polls(chat.id)} className="outside">
          {poll.question || 'No question'}
        </PageLink>
      </h3>
      <div className={classes.track} aria-hidden>
        <i style={{ width: `${(leader?.share ?? 0) * 100}%` }} />
      </div>
      <p className={classes.line}>
        {leader ? (
          <>
            <Icon name={first.length > 1 ? 'tie' : 'crown'} size={14} />
            <span className="outside">{listed(first.map(({ text }) => text || 'no text'))}</span>
            <span className="num">
              {leader.percent} %{first.length > 1 ? ' each, a tie' : `, leads by ${count(leader.votes - next)}`}
            </span>
          </>
        ) : (
          'No votes yet'
        )}
      </p>
      <p className={classes.where}>
        <span className="outside">{chat.name}</span> · {counted(total, 'vote')}
      </p>
    </article>
  )
}
