import type { May } from '#dashboard/platform/session/rights.ts'
import { type ChatTab, chatTabs, to } from '#dashboard/platform/to.ts'
import type { Right } from '#contract/gateway/rights.ts'

/** The pages of a chat that the person may open, in the order of the tabs. */
export const openTabs = (may: May, chatId: number): ChatTab[] => chatTabs.filter((tab) => may(tabRights[tab], chatId))

/** Where a link to a chat leads: to the first of its pages that the person may open. */
export const chatHome = (may: May, chatId: number): string => to.chat(chatId, openTabs(may, chatId)[0] ?? chatTabs[0])

/** The right that each page of a chat needs. */
export const tabRights = {
  settings: 'settings.read',
  messages: 'messages.read',
  polls: 'polls.read',
  'banned-ips': 'bans.read',
} as const satisfies Record<ChatTab, Right>
