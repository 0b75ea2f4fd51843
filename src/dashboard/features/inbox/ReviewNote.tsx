import { useQuery } from '@tanstack/react-query'
import type { ReviewCount } from '#contract/gateway/review.ts'
import { laterGatewayQuery, queryClient, refetchEvery } from '#dashboard/platform/api/query.ts'
import { noteServerTime } from '#dashboard/platform/review/time-left.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { countUpTo } from '#dashboard/ui/format/numbers.ts'

const calmly = refetchEvery(20_000)
const countQuery = laterGatewayQuery('reviewCount', {}, ({ data }) => noteServerTime(data.at, Date.now()))

/** What waits for a decision; undefined: not known yet. */
export function useReviewCount(): ReviewCount | undefined {
  const isRead = useMay()('messages.read')
  return useQuery({ ...countQuery, enabled: isRead, refetchInterval: calmly }).data?.data
}

/** Called by the Review page, which reads these numbers itself. */
export const shareReviewCount = (count: Pick<ReviewCount, 'held' | 'marked'>) =>
  queryClient.setQueryData(countQuery.queryKey, (before) => before && { ...before, data: { ...before.data, ...count } })

/** The number of messages that wait for a decision, for the navigation. */
export function ReviewNote() {
  const found = useReviewCount()
  const open = found ? found.held + found.marked : 0
  if (open === 0) return null
  return (
    <>
      {countUpTo(open)}
      <span className="visually-hidden"> to decide</span>
    </>
  )
}
