import { useQuery } from '@tanstack/react-query'
import type { Output } from '#contract/endpoint.ts'
import type { notifications } from '#contract/gateway/notifications.ts'
import { refetchEvery } from '#dashboard/platform/api/query.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'

const everyMinute = refetchEvery(60_000)

/** The names of the notification channels whose last delivery failed after all tries. Loads the client of the gateway on demand. */
export function useFailedChannels(): string[] {
  const isRead = useMay()('notifications.read')
  const reading = useQuery<Output<typeof notifications.notificationsRead>>({
    queryKey: ['notificationsRead', {}],
    queryFn: async ({ signal }) =>
      (await import('#dashboard/platform/session/call-gateway.ts')).callGateway('notificationsRead', {}, { signal }),
    enabled: isRead,
    refetchInterval: everyMinute,
  })
  return (reading.data?.data.channels ?? []).filter(({ last }) => last?.state === 'failed').map(({ name }) => name)
}
