import { useQuery } from '@tanstack/react-query'
import type { InboxItem } from '#contract/gateway/inbox.ts'
import type { ReviewCount } from '#contract/gateway/review.ts'
import { laterGatewayQuery, queryClient, refetchEvery } from '#dashboard/platform/api/query.ts'
import { noteServerTime } from '#dashboard/platform/review/time-left.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { countUpTo } from '#dashboard/ui/format/numbers.ts'

const calmly = refetchEvery(20_000)
const countQuery = laterGatewayQuery('reviewCount', {}, ({ data }) => noteServerTime(data.at, Date.now()))
const itemsQuery = laterGatewayQuery('inboxList', {})

/** What waits for a decision of this person. undefined: not known yet. */
interface Waiting {
  messages: ReviewCount | undefined
  /** Everything else. */
  items: readonly InboxItem[] | undefined
}

export function useWaiting(): Waiting {
  const may = useMay()
  const messages = useQuery({ ...countQuery, enabled: may('messages.delete'), refetchInterval: calmly }).data?.data
  const items = useQuery({ ...itemsQuery, enabled: may('messages.read'), refetchInterval: calmly }).data?.data
  return { messages, items }
}

/** Called by the Inbox with the numbers of its list: where the navigation has others, it reads its own again, also by chat. */
export function checkReviewCount({ held, marked }: Pick<ReviewCount, 'held' | 'marked'>): void {
  const known = queryClient.getQueryData(countQuery.queryKey)?.data
  if (known && (known.held !== held || known.marked !== marked)) void queryClient.invalidateQueries({ queryKey: countQuery.queryKey })
}

/** How much waits for a decision, for the navigation. */
export function InboxNote() {
  const { messages, items } = useWaiting()
  const open = (messages ? messages.held + messages.marked : 0) + (items?.length ?? 0)
  if (open === 0) return null
  return (
    <>
      {countUpTo(open)}
      <span className="visually-hidden"> to decide</span>
    </>
  )
}

/** How much of it is about one chat. */
export function ChatNote({ chatId }: { chatId: number }) {
  const { messages, items = [] } = useWaiting()
  const open =
    (messages?.byChat.find((of) => of.chatId === chatId)?.messages ?? 0) + items.filter(({ chatIds }) => chatIds.includes(chatId)).length
  if (open === 0) return null
  return (
    <span className="num push" title={`${countUpTo(open)} in Inbox`}>
      {countUpTo(open)}
      <span className="visually-hidden"> in Inbox</span>
    </span>
  )
}
