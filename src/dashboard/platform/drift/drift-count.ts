import { useQuery } from '@tanstack/react-query'
import type { Output } from '#contract/endpoint.ts'
import type { drift } from '#contract/gateway/drift.ts'
import { refetchEvery } from '#dashboard/platform/api/query.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'

const everyMinute = refetchEvery(60_000)

/** How many changes from outside nobody has decided on; undefined while that is not known. The client of the gateway is loaded for it on demand. */
export function useDriftCount(): { open: number; severe: number } | undefined {
  const may = useMay()
  const isWatched = may('settings.read')
  return useQuery<Output<typeof drift.driftCount>>({
    queryKey: ['driftCount', {}],
    queryFn: async ({ signal }) => (await import('#dashboard/platform/session/call-gateway.ts')).callGateway('driftCount', {}, { signal }),
    enabled: isWatched,
    refetchInterval: everyMinute,
  }).data?.data
}
