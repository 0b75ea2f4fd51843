import { Button } from '@mantine/core'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Chat } from '#contract/chats.ts'
import { maxMessagePageSize } from '#contract/messages.ts'
import { createLimiter } from '#dashboard/platform/chats/chat-readings.ts'
import { leastRecentlyUsed } from '#dashboard/platform/chats/by-last-use.ts'
import { endpointQuery } from '#dashboard/platform/api/query.ts'
import { call } from '#dashboard/platform/session/session.ts'
import { chatHome } from '#dashboard/platform/chats/open-tabs.ts'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { ServerTime } from '#dashboard/ui/format/time.tsx'
import own from './MakeRoom.module.css'
import { chatTitle } from '#contract/chat-title.ts'

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
export function MakeRoom({ chats, isOver, onDelete }: MakeRoomProps) {
  const [isOpen, setOpen] = useState(isOver)
  const [most, setMost] = useState(shownAtFirst)
  const may = useMay()
  if (chats.length === 0 || !may('chats.delete')) return null
  const rest = chats.length - most
  return (
    <details className="mt-8" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={own.summary}>Make room: {counted(chats.length, 'chat')}, longest unused first</summary>
      <p className="help">
        Deleting a chat makes room for another one and cannot be undone. Admins and keywords cannot be changed through this API: remove them
        where you manage the chats.
      </p>
      <ul className="mt-8">
        {leastRecentlyUsed(chats)
          .slice(0, most)
          .map((chat) => (
            <li className={own.chat} key={chat.id}>
              <PageLink to={chatHome(may, chat.id)} className="outside ink name-link">
                {chatTitle(chat)}
              </PageLink>
              <div className={own.facts}>
                <span>{chat.lastUsed === null ? 'never used' : <ServerTime date={chat.lastUsed} />}</span>
                {isOpen && <Holds chatId={chat.id} />}
              </div>
              <Button size="xs" c="red" aria-label={`Delete ${chatTitle(chat)}…`} onClick={() => onDelete(chat)}>
                Delete…
              </Button>
            </li>
          ))}
      </ul>
      {rest > 0 && (
        <button type="button" className={own.more} onClick={() => setMost(most + shownMore)}>
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
