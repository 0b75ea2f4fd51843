import { Popover } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { cloneElement, type KeyboardEvent, useState } from 'react'
import { chatTitle } from '#contract/chat-title.ts'
import type { Chat } from '#contract/chats.ts'
import { endpointQuery } from '#dashboard/platform/api/query.ts'
import { chatMatcher, chatsByName, chatStateLabel } from '#dashboard/platform/chats/chat-search.ts'
import { FoundText } from '#dashboard/platform/FoundText.tsx'
import { recentChatIds } from '#dashboard/platform/chats/recent-pages.ts'
import { type ChatTab, to } from '#dashboard/platform/to.ts'
import { SearchField } from '#dashboard/ui/form/SearchField.tsx'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import classes from '../chats.module.css'
import { useOpenedTarget, type OverlayButton } from '#dashboard/ui/overlay/OverlayFallback.tsx'

const maxRecent = 5
/** More are found by typing. */
const maxShown = 50

interface ChatSwitcherListProps {
  button: OverlayButton
  current: number
  tab: ChatTab
}

/** The arrows move from the search field through the chats and back; Enter in the field opens the first chat. */
function moveOrOpen(event: KeyboardEvent<HTMLElement>) {
  const { activeElement } = document
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, a')]
  const at = stops.findIndex((stop) => stop === activeElement)
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step !== undefined) stops[Math.max(0, Math.min(stops.length - 1, at + step))]?.focus()
  else if (event.key === 'Enter' && activeElement instanceof HTMLInputElement) stops.find((stop) => stop.matches('a'))?.click()
  else return
  event.preventDefault()
}

/** The chats to switch to: the recent ones, then all by name. Open when it is first drawn, toggled by its button from then on. Not a menu: a menu must not contain a search field. */
export function ChatSwitcherList({ button, current, tab }: ChatSwitcherListProps) {
  const chats = useSuspenseQuery(endpointQuery('chatList', {})).data.data
  const [opened, setOpened] = useState(true)
  const [search, setSearch] = useState('')
  const target = useOpenedTarget()
  const [recent] = useState(() => recentChatIds().slice(0, maxRecent))
  const typed = search.trim()
  const found = typed ? chatsByName(chats).filter(chatMatcher(typed)) : chatsByName(chats)
  const first = typed ? [] : recent.flatMap((id) => chats.find((chat) => chat.id === id) ?? [])
  const others = typed ? found : found.filter(({ id }) => !recent.includes(id))
  const shown = others.slice(0, maxShown)
  const link = (chat: Chat) => (
    <li key={chat.id}>
      <PageLink
        to={to.chat(chat.id, tab)}
        className="choice"
        aria-current={chat.id === current ? 'page' : undefined}
        onClick={() => setOpened(false)}
      >
        <span className="stack gap-0">
          <span className="outside">
            <FoundText text={chatTitle(chat)} typed={typed} />
          </span>
          <small className="meta">
            <span className="code">{chat.hash}</span>
            {chatStateLabel(chat) && `, ${chatStateLabel(chat)}`}
          </small>
        </span>
        {chat.id === current && <Icon name="check" size={14} />}
      </PageLink>
    </li>
  )
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" width={300} trapFocus returnFocus closeOnEscape={search === ''}>
      <Popover.Target>{cloneElement(button, { ref: target, onClick: () => setOpened(!opened) })}</Popover.Target>
      <Popover.Dropdown
        onKeyDown={(event) => {
          if (event.key === 'Escape') setSearch('')
          else moveOrOpen(event)
        }}
      >
        <SearchField label="Search chats" data-autofocus value={search} onChange={setSearch} />
        <div className={classes.chats}>
          {first.length > 0 && (
            <>
              <p className="help m-8">Recent</p>
              <ul>{first.map(link)}</ul>
              {shown.length > 0 && <p className="help m-8">Other chats</p>}
            </>
          )}
          <ul>{shown.map(link)}</ul>
          {others.length > shown.length && (
            <p className="help m-8">{counted(others.length - shown.length, 'more chat')}. Type to narrow the list.</p>
          )}
        </div>
        {found.length === 0 && <p className="help m-8">No chat matches.</p>}
      </Popover.Dropdown>
    </Popover>
  )
}
