import { Suspense, useMemo, useState } from 'react'
import { chatTitle } from '#contract/chat-title.ts'
import type { Chat } from '#contract/chats.ts'
import { pinnedChats } from '#dashboard/platform/chats/chat-labels.ts'
import { recentlyUsed } from '#dashboard/platform/chats/last-used.ts'
import { chatHome } from '#dashboard/platform/chats/chat-home.ts'
import { recentChatIds } from '#dashboard/platform/chats/recent-pages.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { to } from '#dashboard/platform/to.ts'
import { count } from '#dashboard/ui/format/numbers.ts'
import { laterPart } from '#dashboard/ui/page/lazy-part.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import classes from './Sidebar.module.css'

const ReadLabels = laterPart(async () => (await import('#dashboard/platform/chats/read-labels.ts')).ReadLabels)

const ChatNote = laterPart(async () => (await import('#dashboard/features/inbox/InboxNote.tsx')).ChatNote)

const maxShown = 7
const link = `list-row row quiet fz-help ${classes.chat}`

/** The chats that this person needs most: pinned ones, then those that were open last, then those that people used last. */
export function SidebarChats({ chats, chatId }: { chats: Chat[]; chatId: number | null }) {
  const may = useMay()
  const shown = useShownChats(chats, chatId)
  return (
    <ul className={classes.chats} aria-label="Pinned and recent chats">
      {shown.map((chat) => (
        <li key={chat.id}>
          <PageLink
            to={chatHome(may, chat.id)}
            className={link}
            aria-current={chat.id === chatId ? 'page' : undefined}
            title={chatTitle(chat)}
          >
            <span className="outside cut">{chatTitle(chat)}</span>
            {may('messages.read') && (
              <Suspense>
                <ChatNote chatId={chat.id} />
              </Suspense>
            )}
          </PageLink>
        </li>
      ))}
      {shown.length < chats.length && (
        <li>
          <PageLink to={to.chats()} className={link}>
            All {count(chats.length)}
          </PageLink>
        </li>
      )}
      <Suspense>
        <ReadLabels />
      </Suspense>
    </ul>
  )
}

/** The order is that of the first drawing: rows that moved with every click would be pressed by mistake. The open chat is always there. */
function useShownChats(chats: Chat[], chatId: number | null): Chat[] {
  const pinned = pinnedChats.use()
  const [recent] = useState(recentChatIds)
  return useMemo(() => {
    const byId = new Map(chats.map((chat) => [chat.id, chat]))
    const ids = new Set([...pinned, ...recent, ...recentlyUsed(chats, maxShown).map(({ id }) => id)])
    const shown = [...ids].flatMap((id) => byId.get(id) ?? []).slice(0, maxShown)
    const open = byId.get(chatId ?? 0)
    return !open || shown.includes(open) ? shown : [...shown.slice(0, maxShown - 1), open]
  }, [chats, chatId, pinned, recent])
}
