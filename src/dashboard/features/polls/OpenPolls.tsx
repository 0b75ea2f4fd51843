import { Anchor } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { chatTitle } from '#contract/chat-title.ts'
import type { Chat } from '#contract/chats.ts'
import type { Poll } from '#contract/polls.ts'
import type { ChatReading } from '#dashboard/platform/chats/chat-readings.ts'
import { to } from '#dashboard/platform/to.ts'
import { readErrorMessage } from '#dashboard/ui/feedback/error-messages.ts'
import { RetryButton } from '#dashboard/ui/feedback/notices.tsx'
import { count, counted, listed } from '#dashboard/ui/format/numbers.ts'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { PanelHeading } from '#dashboard/ui/page/PanelHeading.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { answersOf } from '#engine/polls/poll-text.ts'
import { barsOf } from './bars.ts'
import { isOpen } from './live-polls.ts'
import classes from './polls.module.css'

interface OpenPollsProps {
  readings: ChatReading<Poll[]>[]
  /** The number of all chats. Those without an entry in `readings` were not read. */
  chats: number
  /** A button that reads the remaining chats. */
  readAll: ReactNode
}

const shownAtFirst = 3

/** The open polls with their leading answer. */
export function OpenPolls({ readings, chats, readAll }: OpenPollsProps) {
  const [isAll, setAll] = useState(false)
  const failed = readings.filter(({ data, error }) => data === undefined && error !== null)
  const open = readings.flatMap(({ chat, data }) => (data ?? []).filter(isOpen).map((poll) => ({ chat, poll })))
  const read = readings.filter(({ data }) => data !== undefined).length
  const isLooking = read + failed.length < readings.length
  if (open.length === 0 && failed.length === 0 && readings.length === chats) return null
  return (
    <section className="panel" aria-labelledby="polls-open">
      <PanelHeading id="polls-open" aside={coverage(open, read, chats)}>
        Open polls
      </PanelHeading>
      {open.length === 0 && failed.length === 0 && (
        <p className="meta mt-2">{isLooking ? 'Reading…' : `No poll is open in the ${counted(read, 'chat')} that were read.`}</p>
      )}
      {(isAll ? open : open.slice(0, shownAtFirst)).map(({ chat, poll }) => (
        <OpenPoll key={`${chat.id}-${poll.id}`} chat={chat} poll={poll} />
      ))}
      {!isAll && open.length > shownAtFirst && (
        <Anchor component="button" type="button" fz="help" onClick={() => setAll(true)}>
          {count(open.length - shownAtFirst)} more
        </Anchor>
      )}
      {readAll}
      {failed.map(({ chat, error, refetch, isFetching }) => (
        <div key={chat.id} className={classes.failed} role="alert">
          <Icon name="error" className="bad" />
          <span className="grow">
            Polls of <b className="outside">{chatTitle(chat)}</b> could not be read. {readErrorMessage(error).advice}
          </span>
          <RetryButton retry={refetch} busy={isFetching} />
        </div>
      ))}
    </section>
  )
}

/** “5 in 3 of 14 chats”, or how many chats were read so far. */
function coverage(open: { chat: Chat }[], read: number, chats: number): string {
  const inChats = new Set(open.map(({ chat }) => chat.id)).size
  return read === chats
    ? `${count(open.length)} in ${count(inChats)} of ${counted(chats, 'chat')}`
    : `${count(open.length)} in ${counted(inChats, 'chat')}, ${count(read)} of ${count(chats)} read`
}

function OpenPoll({ chat, poll }: { chat: Chat; poll: Poll }) {
  const { total, bars } = barsOf(answersOf(poll))
  const first = bars.filter(({ mark }) => mark !== null)
  const [leader] = first
  return (
    <article className={classes.poll}>
      <h3 className="medium">
        <PageLink to={to.polls(chat.id)} className="outside name-link">
          {poll.question || 'No question'}
        </PageLink>
      </h3>
      <div className={classes.track} aria-hidden>
        <i style={{ width: `${(leader?.share ?? 0) * 100}%` }} />
      </div>
      <p className="small row gap-6">
        {leader ? (
          <>
            <Icon name={first.length > 1 ? 'tie' : 'crown'} size={14} />
            <span className="outside grow">{listed(first.map(({ text }) => text || 'no text'))}</span>
            <span className="num quiet">{first.length > 1 ? `${leader.percent} % each, tie` : `${leader.percent} %`}</span>
          </>
        ) : (
          'No votes yet'
        )}
      </p>
      <p className="meta mt-2">
        <span className="outside">{chatTitle(chat)}</span> · {counted(total, 'vote')}
      </p>
    </article>
  )
}
