import type { Right } from '#contract/workspace/rights.ts'
import type { ChatTab } from '#dashboard/platform/to.ts'

/** The right that each page of a chat needs. */
export const tabRights = {
  settings: 'settings.read',
  messages: 'messages.read',
  polls: 'polls.read',
  'banned-ips': 'bans.read',
  hours: 'settings.read',
  history: 'settings.read',
} as const satisfies Record<ChatTab, Right>
