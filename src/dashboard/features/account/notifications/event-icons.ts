import type { NotificationEvent } from '#contract/gateway/notification-events.ts'
import type { IconName } from '#dashboard/ui/theme/icons.tsx'

export const eventIcons: Record<NotificationEvent, IconName> = {
  waveBegan: 'wave',
  ruleFellBack: 'shield',
  ruleMatched: 'shield',
  presetTurnedOn: 'toggles',
  presetEnded: 'toggles',
  severeDrift: 'eye',
  planAt90: 'warning',
  planExceeded: 'warning',
  jobStuck: 'clock',
  tokenRefused: 'key',
  passkeyAdded: 'key',
}
