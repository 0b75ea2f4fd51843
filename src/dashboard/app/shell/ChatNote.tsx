import { useQuery } from '@tanstack/react-query'
import { isOpen } from '#dashboard/features/polls/live-polls.ts'
import { q } from '#dashboard/platform/api/query.ts'
import { useSession } from '#dashboard/platform/session/session.ts'
import { draftEdits, readDraft } from '#dashboard/platform/saving/settings-draft.ts'
import type { ChatTab } from '#dashboard/platform/to.ts'
import { count, counted } from '#dashboard/ui/format/numbers.ts'

/** Beside the name of a page of a chat: how much is there, where this browser knows it already. Nothing is asked of the service for it. */
export function ChatNote({ chatId, tab }: { chatId: number; tab: ChatTab }) {
  const polls = useQuery({ ...q('pollList', { params: { chatId } }), enabled: false }).data?.data
  const bans = useQuery({ ...q('banList', { params: { chatId } }), enabled: false }).data?.data
  const { account } = useSession()
  // The draft is read again whenever one was written.
  draftEdits.use()
  const edits = Object.keys(readDraft(account.id, chatId)?.changes ?? {}).length
  const open = polls?.filter(isOpen).length
  if (tab === 'settings') return edits > 0 && counted(edits, 'edit')
  if (tab === 'polls') return open ? `${count(open)} open` : null
  return tab === 'banned-ips' && bans && bans.length > 0 ? count(bans.length) : null
}
