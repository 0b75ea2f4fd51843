import type { May } from '#dashboard/platform/session/rights.ts'
import { type ChatTab, chatTabs } from '#dashboard/platform/to.ts'
import type { Right } from '#contract/gateway/rights.ts'

/** The pages of a chat that the person may open, in the order of the tabs. */
export const openTabs = (may: May, chatId: number): ChatTab[] => chatTabs.filter((tab) => may(tabRights[tab], chatId))

/** The right that each page of a chat needs. */
export const tabRights = {
  settings: 'settings.read',
  messages: 'messages.read',
  polls: 'polls.read',
  'banned-ips': 'bans.read',
} as const satisfies Record<ChatTab, Right>
