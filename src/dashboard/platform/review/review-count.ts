import { useQuery } from '@tanstack/react-query'
import type { Output } from '#contract/endpoint.ts'
import type { review, ReviewCount } from '#contract/gateway/review.ts'
import { queryClient, refetchEvery } from '#dashboard/platform/api/query.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { noteServerTime } from './time-left.ts'

const calmly = refetchEvery(20_000)
const queryKey = ['reviewCount', {}]

/** What waits for a decision; undefined: not known yet. Loads the client of the gateway on demand. */
export function useReviewCount(): ReviewCount | undefined {
  const may = useMay()
  return useQuery<Output<typeof review.reviewCount>>({
    queryKey,
    queryFn: async ({ signal }) => {
      const { callGateway } = await import('#dashboard/platform/session/call-gateway.ts')
      const answer = await callGateway('reviewCount', {}, { signal })
      noteServerTime(answer.data.at, Date.now())
      return answer
    },
    enabled: may('messages.read'),
    refetchInterval: calmly,
  }).data?.data
}

/** Called by the Review page, which reads these numbers itself. */
export function shareReviewCount(count: Pick<ReviewCount, 'held' | 'marked'>): void {
  queryClient.setQueryData<Output<typeof review.reviewCount>>(
    queryKey,
    (before) => before && { ...before, data: { ...before.data, ...count } },
  )
}
