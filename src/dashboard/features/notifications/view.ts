import { deliveryStates, type DeliveryState } from '#contract/gateway/notification-deliveries.ts'
import { oneOf, optionalText, urlState, useUrlState, type UrlParam, type ViewOf } from '#dashboard/ui/page/url-state.ts'

/** The view of the notifications page, stored in the URL. */

/** The periods of the delivery log, in days. */
export const deliveryDays = [1, 7, 30] as const
const defaultDays = 7

const days: UrlParam<(typeof deliveryDays)[number]> = {
  read: (text) => deliveryDays.find((one) => String(one) === text) ?? defaultDays,
  write: (value) => (value === defaultDays ? null : String(value)),
}
const state: UrlParam<DeliveryState | null> = oneOf(deliveryStates)

const notificationsView = urlState({
  show: oneOf(['settings', 'log'], 'settings'),
  state,
  channel: optionalText,
  days,
  delivery: optionalText,
})
export type NotificationsView = ViewOf<typeof notificationsView>

export const useNotificationsView = () => useUrlState(notificationsView, (change) => change.show !== undefined)
