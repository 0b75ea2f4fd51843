import type { ReactNode } from 'react'
import type { Chat } from '#contract/chats.ts'
import type { ChatReading } from '#dashboard/platform/chats/chat-readings.ts'
import { ReadChats } from '#dashboard/platform/chats/ReadChats.tsx'
import { to } from '#dashboard/platform/to.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { count } from '#dashboard/ui/format/numbers.ts'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { clock, Time } from '#dashboard/ui/format/time.tsx'
import { busyMinutes, type Busy } from './busy-chats.ts'
import classes from './BusyChats.module.css'
import { PlainText } from '#dashboard/platform/messages/PlainText.tsx'
import { chatTitle } from '#contract/chat-title.ts'

type Reading = ChatReading<Busy & { isMore: boolean }>

const rateOf = ({ data }: Reading) => data?.perMinute ?? 0

/** The chats with recent messages, busiest first, each with its last message. @param coverage text that says how many chats were read */
export function BusyChats({ readings, coverage }: { readings: Reading[]; coverage: ReactNode }) {
  const busy = readings.filter((reading) => rateOf(reading) > 0).toSorted((one, other) => rateOf(other) - rateOf(one))
  return (
    <ReadChats
      title="Busiest now"
      aside={
        <>
          last {busyMinutes} minutes, {coverage}
        </>
      }
      readings={readings}
      found={busy.map(({ chat, data }) => data && <BusyChat key={chat.id} chat={chat} busy={data} />)}
      first={6}
      nothing="No recent messages in the chats that were read."
    />
  )
}

function BusyChat({ chat, busy: { minutes, perMinute, last, wave, isMore } }: { chat: Chat; busy: Busy & { isMore: boolean } }) {
  const tallest = Math.max(1, ...minutes)
  return (
    <article className={classes.chat}>
      <header className="row gap-16">
        <h3 className="grow row medium">
          <PageLink to={to.messages(chat.id)} className="outside name-link">
            {chatTitle(chat)}
          </PageLink>
          {wave && (
            <span className="tag tag-warn">
              <Icon name="wave" size={12} /> {count(wave.messages)} spam
            </span>
          )}
        </h3>
        <span className={`bars not-on-phones ${classes.bars}`} aria-hidden>
          {minutes.map((many, minute) => (
            // oxlint-disable-next-line react/no-array-index-key -- the index is the minute
            <i key={minute} style={{ height: `${(many / tallest) * 100}%` }} />
          ))}
        </span>
        <span className={`num quiet fz-help at-end ${classes.rate}`}>
          {isMore && 'more than '}
          {count(perMinute)} a minute
        </span>
      </header>
      {last && (
        <p className="small row gap-10">
          <Time at={last.time} className="num faint rigid" words={clock(last.time * 1000).slice(0, 5)} />
          <span className={`outside cut quiet ${classes.name}`}>
            <PlainText text={last.userName || 'no name'} />
          </span>
          <span className="outside cut">
            <PlainText text={last.text} />
          </span>
        </p>
      )}
    </article>
  )
}
