import { Button } from '#dashboard/ui/form/Button.tsx'
import { TextInput } from '@mantine/core'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { Chat } from '#contract/chats.ts'
import { maxMessagePageSize } from '#contract/messages.ts'
import { createLimiter } from '#dashboard/platform/chats/chat-readings.ts'
import { leastRecentlyUsed } from '#dashboard/platform/chats/last-used.ts'
import { endpointQuery } from '#dashboard/platform/api/query.ts'
import { overPlan, planFigures } from '#dashboard/platform/service/over-plan.ts'
import { call } from '#dashboard/platform/session/session.ts'
import { useSession } from '#dashboard/platform/session/session-state.ts'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { LimitOnly, Meter } from '#dashboard/ui/feedback/Meter.tsx'
import { chatHome } from '#dashboard/platform/chats/chat-home.ts'
import { count, counted, listed, maxNamed } from '#dashboard/ui/format/numbers.ts'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { ServerTime } from '#dashboard/ui/format/time.tsx'
import classes from '#dashboard/features/account/account.module.css'
import { Section } from '#dashboard/ui/page/Section.tsx'
import { chatTitle } from '#contract/chat-title.ts'
import type { Plan } from '#contract/account.ts'
import { serviceName, serviceNameFirst } from '#contract/provider-names.ts'

/** So many chats come with each press; what they hold is read only while they are shown. */
const shownAtFirst = 5
const shownMore = 20

interface MakeRoomProps {
  chats: Chat[]
  /** There are more chats than the plan has: the list is open. */
  isOver: boolean
  onDelete: (chat: Chat) => void
}

/** The chats, longest unused first, with what they contain, to choose which to delete. */
function MakeRoom({ chats, isOver, onDelete }: MakeRoomProps) {
  const [isOpen, setOpen] = useState(isOver)
  const [most, setMost] = useState(shownAtFirst)
  const may = useMay()
  if (chats.length === 0 || !may('chats.delete')) return null
  const rest = chats.length - most
  return (
    <details className="mt-8" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="link fz-help">Make room: {counted(chats.length, 'chat')}, longest unused first</summary>
      <p className="help">
        Deleting a chat makes room for another one and cannot be undone. Admins and keywords cannot be changed through this API: remove them
        where you manage the chats.
      </p>
      <ul className="mt-8">
        {leastRecentlyUsed(chats)
          .slice(0, most)
          .map((chat) => (
            <li className="row between underline" key={chat.id}>
              <div className="grow">
                <PageLink to={chatHome(may, chat.id)} className="outside ink name-link">
                  {chatTitle(chat)}
                </PageLink>
                <div className="help row wrap">
                  <span>{chat.lastUsed === null ? 'never used' : <ServerTime date={chat.lastUsed} />}</span>
                  {isOpen && <Holds chatId={chat.id} />}
                </div>
              </div>
              <Button size="xs" tone="danger" aria-label={`Delete ${chatTitle(chat)}…`} onClick={() => onDelete(chat)}>
                Delete…
              </Button>
            </li>
          ))}
      </ul>
      {rest > 0 && (
        <button type="button" className="link fz-help mt-4" onClick={() => setMost(most + shownMore)}>
          Show {count(Math.min(rest, shownMore))} more
        </button>
      )}
    </details>
  )
}

const limited = createLimiter()

/** How many messages and polls a chat has. The API does not count messages: one page shows how many there are at least. */
function Holds({ chatId }: { chatId: number }) {
  const params = { chatId }
  const query = { fast: true, limit: maxMessagePageSize } as const
  const messages = useQuery({
    queryKey: endpointQuery('messageList', { params, query }).queryKey,
    queryFn: ({ signal }) => limited(signal, () => call('messageList', { params, query }, { signal })),
  })
  const polls = useQuery({
    queryKey: endpointQuery('pollList', { params }).queryKey,
    queryFn: ({ signal }) => limited(signal, () => call('pollList', { params }, { signal })),
  })
  const page = messages.data
  const open = polls.data?.data.filter(({ dateDeleted }) => dateDeleted === null)
  const unknown = (failed: boolean, what: string) => (failed ? `${what} not known` : '…')
  return (
    <span className="num">
      {page
        ? `${page.next === undefined ? '' : 'at least '}${counted(page.data.length, 'message')}`
        : unknown(messages.isError, 'messages')}
      , {open ? counted(open.length, 'poll') : unknown(polls.isError, 'polls')}
    </span>
  )
}

/** What so many chats more would make of the plan, in words. */
export function moreRooms({ rooms, usedRooms }: Plan, more: number): string {
  if (usedRooms === null) return `${serviceName()} does not say how many chats are in use`
  const used = usedRooms + more
  if (rooms === null) return `${counted(used, 'chat')}, and no limit is stated`
  const over = used - rooms
  return `${count(used)} of ${count(rooms)}, ${over > 0 ? `${count(over)} over` : over === 0 ? 'none left' : `${count(-over)} left`}`
}

/** How full the plan is, how to make room, and what a few more chats would mean. */
export function PlanPanel({ plan, chats, onDelete }: { plan: Plan; chats: Chat[]; onDelete: (chat: Chat) => void }) {
  const over = overPlan(plan)
  const may = useMay()
  const owners = useSession().team?.owners ?? []
  const { hash } = useLocation()
  const section = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (hash === '#plan') section.current?.scrollIntoView()
  }, [hash])
  return (
    <div ref={section} className={classes.section}>
      <Section id="plan" title="Plan" note={<>set by {serviceName()}, read only</>}>
        {over && (
          <div className="mb-6">
            <Banner>
              <b>{over.title}</b> {over.detail} {over.remedy}
            </Banner>
          </div>
        )}
        <div className={classes.meters}>
          {planFigures(plan).map(({ label, used, limit }) => (
            <Meter key={label} label={label} used={used} limit={limit} />
          ))}
          <LimitOnly label="Concurrent users" limit={plan.users} note="shared" />
        </div>
        <p className="help">Keywords are linkable keywords that are displayed in all chats. The plan sets how many there can be.</p>
        <p className="help">
          Concurrent users are shared among all chats. {serviceNameFirst()} does not say how many there are now, so only the limit is shown.
        </p>
        <WhatIf plan={plan} />
        {over && !may('chats.delete') && owners.length > 0 && (
          <p className="help">
            An Owner can make room or ask for a larger plan: <span className="outside">{listed(owners, maxNamed)}</span>.
          </p>
        )}
        <MakeRoom
          chats={chats}
          isOver={plan.usedRooms !== null && plan.rooms !== null && plan.usedRooms > plan.rooms}
          onDelete={onDelete}
        />
      </Section>
    </div>
  )
}

function WhatIf({ plan }: { plan: Plan }) {
  const [text, setText] = useState('1')
  const more = /^\d{1,4}$/.test(text.trim()) ? Number(text) : null
  const words = more === null ? 'enter a number up to 9999' : moreRooms(plan, more)
  return (
    <div className={`row wrap mt-8 ${classes.whatIf}`}>
      <TextInput
        size="xs"
        label="If you add chats"
        inputMode="numeric"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <output className="num">{words}</output>
    </div>
  )
}
