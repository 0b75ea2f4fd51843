import { deliveryStates } from '#contract/gateway/notification-deliveries.ts'
import { oneOf, optionalText, urlState, useUrlState, type ViewOf } from '#dashboard/ui/page/url-state.ts'
import { infiniteQueryOptions, keepPreviousData, useQuery } from '@tanstack/react-query'
import { refetchEvery } from '#dashboard/platform/api/query.ts'
import { gatewayQuery } from '#dashboard/platform/api/gateway-query.ts'
import { callGateway } from '#dashboard/platform/session/call-gateway.ts'

/** The view of the notifications page, stored in the URL, and what it reads. */

/** The periods of the delivery log, in days. */
const deliveryDays = ['1', '7', '30'] as const

const notificationsView = urlState({
  show: oneOf(['settings', 'log'], 'settings'),
  state: oneOf(deliveryStates),
  channel: optionalText,
  days: oneOf(deliveryDays, '7'),
  delivery: optionalText,
})
export type NotificationsView = ViewOf<typeof notificationsView>

export const useNotificationsView = () => useUrlState(notificationsView, (change) => change.show !== undefined)

/** How often deliveries are refreshed. */
const everyQuarterMinute = refetchEvery(15_000)

export const channelsQuery = { ...gatewayQuery('notificationsRead', {}), refetchInterval: everyQuarterMinute }

/** The events that the page shows this person. */
export const useMine = () => useQuery(gatewayQuery('myNotificationsRead', {}))

/** The delivery log, newest first. Refreshed only while a single page of it is shown, because each further page would add a request. */
export const deliveriesQuery = ({ state, channel, days }: Pick<NotificationsView, 'state' | 'channel' | 'days'>) => {
  const query = { days: Number(days), ...(state && { state }), ...(channel !== null && { channelId: channel }) }
  return infiniteQueryOptions({
    queryKey: ['notificationDeliveryList', query] as const,
    queryFn: async ({ signal, pageParam }) =>
      (await callGateway('notificationDeliveryList', { query: { ...query, ...(pageParam !== null && { before: pageParam }) } }, { signal }))
        .data,
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchInterval: (reading) => (reading.state.data?.pages.length === 1 ? everyQuarterMinute(reading) : false),
  })
}
