import type { ReactNode } from 'react'
import { chatTitle } from '#contract/chat-title.ts'
import type { Chat } from '#contract/chats.ts'
import type { Poll } from '#contract/polls.ts'
import type { ChatReading } from '#dashboard/platform/chats/chat-readings.ts'
import { newPoll } from '#dashboard/platform/chats/new-in-chats.ts'
import { ReadChats } from '#dashboard/platform/chats/ReadChats.tsx'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { to } from '#dashboard/platform/to.ts'
import { count, counted, listed } from '#dashboard/ui/format/numbers.ts'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { answersOf } from '#engine/polls/poll-text.ts'
import { barsOf } from './bars.ts'
import { isOpen } from './live-polls.ts'
import classes from './polls.module.css'

interface OpenPollsProps {
  readings: ChatReading<Poll[]>[]
  /** All of them. Those without an entry in `readings` were not read. */
  chats: Chat[]
  readAll: ReactNode
}

/** The open polls with their leading answer. */
export function OpenPolls({ readings, chats, readAll }: OpenPollsProps) {
  const may = useMay()
  const begin = newPoll(chats, may)
  const open = readings.flatMap(({ chat, data }) => (data ?? []).filter(isOpen).map((poll) => ({ chat, poll })))
  const read = readings.filter(({ data }) => data !== undefined).length
  const isFailed = readings.some(({ data, error }) => data === undefined && error !== null)
  if (open.length === 0 && !isFailed && readings.length === chats.length) return null
  return (
    <ReadChats
      className="panel"
      title="Polls open now"
      aside={coverage(open, read, chats.length)}
      link={begin ? { to: begin.path, label: 'New poll' } : undefined}
      readings={readings}
      found={open.map(({ chat, poll }) => (
        <OpenPoll key={`${chat.id}-${poll.id}`} chat={chat} poll={poll} />
      ))}
      first={3}
      nothing={`No poll is open in the ${counted(read, 'chat')} that were read.`}
      what="Polls of "
    >
      {readAll}
    </ReadChats>
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
