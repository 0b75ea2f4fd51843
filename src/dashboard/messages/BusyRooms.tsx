import { useQueries, useSuspenseQuery } from '@tanstack/react-query'
import type { Chat } from '#contract/chats.ts'
import { messagePageLimit } from '#contract/messages.ts'
import { latelyUsed } from '../last-used.ts'
import { every, q } from '../query.ts'
import { call } from '../session.ts'
import { to } from '../to.ts'
import { readFailureWords } from '../ui/failure-words.ts'
import { Icon } from '../ui/icons.tsx'
import { TryAgain } from '../ui/notes.tsx'
import { count } from '../ui/numbers.ts'
import { PageLink } from '../ui/PageLink.tsx'
import { PanelHeading } from '../ui/PanelHeading.tsx'
import { clock, exact } from '../ui/time.tsx'
import { busyMinutes, busyOf, type Busy } from './busy.ts'
import classes from './BusyRooms.module.css'
import { PlainText } from './PlainText.tsx'

/** So many rooms are looked at, those that were used last: each is a request of its own. */
const lookedAt = 6

/** The rooms in which people write now, with their last messages. Each room has its own reading and its own failure. */
export function BusyRooms() {
  const chats = useSuspenseQuery(q('chatList', {})).data.data
  const rooms = latelyUsed(chats, lookedAt)
  const readings = useQueries({
    queries: rooms.map(({ id }) => ({
      queryKey: ['messageList', { chatId: id }, 'busy'],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const from = Math.floor(Date.now() / 1000) - busyMinutes * 60
        const answer = await call(
          'messageList',
          { params: { chatId: id }, query: { fast: true, limit: messagePageLimit, from } },
          { signal },
        )
        return { ...busyOf(answer.data, Date.now() / 1000), isMore: answer.next !== undefined }
      },
      refetchInterval: every(30_000),
    })),
  })
  const found = rooms
    .map((chat, index) => ({ chat, reading: readings[index]! }))
    .filter(({ reading }) => reading.isError || (reading.data?.perMinute ?? 0) > 0)
    .toSorted((one, other) => (other.reading.data?.perMinute ?? 0) - (one.reading.data?.perMinute ?? 0))

  return (
    <section aria-labelledby="busiest-now">
      <PanelHeading id="busiest-now" aside={`last ${busyMinutes} minutes`}>
        Busiest now
      </PanelHeading>
      {found.length === 0 && (
        <p className={classes.calm}>
          {readings.some(({ isPending }) => isPending) ? 'Looking…' : 'Nobody wrote in the chats that were used last.'}
        </p>
      )}
      {found.map(({ chat, reading }) =>
        reading.data ? (
          <Room key={chat.id} chat={chat} busy={reading.data} isMore={reading.data.isMore} />
        ) : (
          <div key={chat.id} className={classes.failed} role="alert">
            <Icon name="error" className="rk-bad" />
            <span>
              <b className="outside">{chat.name}</b> could not be read. {readFailureWords(reading.error).advice}
            </span>
            <TryAgain act={reading.refetch} busy={reading.isFetching} />
          </div>
        ),
      )}
    </section>
  )
}

function Room({ chat, busy: { minutes, perMinute, last }, isMore }: { chat: Chat; busy: Busy; isMore: boolean }) {
  const tallest = Math.max(1, ...minutes)
  return (
    <article className={classes.room}>
      <header className={classes.head}>
        <h3>
          <PageLink to={to.messages(chat.id)} className="outside">
            {chat.name}
          </PageLink>
        </h3>
        <span className={classes.bars} aria-hidden>
          {minutes.map((many, minute) => (
            // oxlint-disable-next-line react/no-array-index-key -- a bar is its minute
            <i key={minute} style={{ height: `${(many / tallest) * 100}%` }} />
          ))}
        </span>
        <span className={`num ${classes.rate}`}>
          {isMore && 'more than '}
          {count(perMinute)} a minute
        </span>
      </header>
      <ul className={classes.messages}>
        {last.map(({ messageId, time, userName, text }) => (
          <li key={messageId}>
            <time className="num" title={exact(time)}>
              {clock(time * 1000).slice(0, 5)}
            </time>
            <span className={`outside ${classes.one}`}>
              <PlainText text={userName || 'no name'} />
            </span>
            <span className={`outside ${classes.one}`}>
              <PlainText text={text} />
            </span>
          </li>
        ))}
      </ul>
    </article>
  )
}
