import type { ChatTab } from '#dashboard/platform/to.ts'
import type { IconName } from '#dashboard/ui/theme/icons.tsx'

/** The pages of a chat, as every list of them shows them. */
export const tabs: Record<ChatTab, { label: string; icon: IconName }> = {
  settings: { label: 'Settings', icon: 'settings' },
  messages: { label: 'Messages', icon: 'messages' },
  polls: { label: 'Polls', icon: 'polls' },
  'banned-ips': { label: 'Banned IPs', icon: 'ban' },
}
