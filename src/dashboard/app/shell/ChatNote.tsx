import { useQuery } from '@tanstack/react-query'
import { isOpen } from '#dashboard/features/polls/live-polls.ts'
import { endpointQuery } from '#dashboard/platform/api/query.ts'
import { draftRevision, readDraft, draftName } from '#dashboard/platform/saving/drafts.ts'
import type { ChatTab } from '#dashboard/platform/to.ts'
import { count, counted } from '#dashboard/ui/format/numbers.ts'

/** A number beside the tab of a chat, if this browser already knows it. It sends no request. */
export function ChatNote({ chatId, tab }: { chatId: number; tab: ChatTab }) {
  const polls = useQuery({ ...endpointQuery('pollList', { params: { chatId } }), enabled: false }).data?.data
  const bans = useQuery({ ...endpointQuery('banList', { params: { chatId } }), enabled: false }).data?.data
  // The component reads the draft again whenever one is written.
  draftRevision.use()
  const edits = (['settings', 'hours'] as const).reduce(
    (sum, form) => sum + Object.keys(readDraft(draftName(form, chatId))?.changes ?? {}).length,
    0,
  )
  const open = polls?.filter(isOpen).length
  if (tab === 'settings') return <>{edits > 0 && counted(edits, 'edit')}</>
  if (tab === 'polls') return <>{open ? `${count(open)} open` : null}</>
  return <>{tab === 'banned-ips' && bans && bans.length > 0 ? count(bans.length) : null}</>
}
