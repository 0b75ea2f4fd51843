import { useQuery } from '@tanstack/react-query'
import type { AuditKind } from '#contract/workspace/audit-actions.ts'
import { chatHome, openTabs } from '#dashboard/platform/chats/open-tabs.ts'
import { endpointQuery } from '#dashboard/platform/api/query.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { to, type ChatTab } from '#dashboard/platform/to.ts'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { chatTitle } from '#contract/chat-title.ts'

/** The page of a chat that shows what was changed. */
const tabs: Partial<Record<AuditKind, ChatTab>> = { messages: 'messages', polls: 'polls', bans: 'banned-ips' }

interface ChatLinkProps {
  chatId: number | null
  chatName: string
  kind: AuditKind
}

/** The chat of an entry: a link while it exists, for who may open it. */
export function ChatLink({ chatId, chatName, kind }: ChatLinkProps) {
  const may = useMay()
  const mayRead = may('chats.read')
  const chat = useQuery({ ...endpointQuery('chatList', {}), enabled: mayRead }).data?.data.find(({ id }) => id === chatId)
  if (chatId === null) return null
  // Entries of Roomkeeper's own changes do not hold the name.
  const name = chatTitle(chat && chatName === '' ? chat : { id: chatId, name: chatName })
  const open = openTabs(may, chatId)
  if (!chat || open.length === 0) return <span className="outside">{name}</span>
  const tab = tabs[kind] ?? 'settings'
  return (
    <PageLink className="outside link" to={open.includes(tab) ? to.chat(chatId, tab) : chatHome(may, chatId)}>
      {name}
    </PageLink>
  )
}
