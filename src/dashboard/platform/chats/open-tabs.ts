import type { May } from '#dashboard/platform/session/rights.ts'
import { type ChatTab, chatTabs, to } from '#dashboard/platform/to.ts'
import { recentTab } from './recent-pages.ts'
import type { Right } from '#contract/gateway/rights.ts'

/** The pages of a chat that the person may open, in the order of the tabs. */
export const openTabs = (may: May, chatId: number): ChatTab[] => chatTabs.filter((tab) => may(tabRights[tab], chatId))

/** Where a link to a chat leads: to the page that this person opened last of any chat, or else to the first that they may open. */
export function chatHome(may: May, chatId: number): string {
  const open = openTabs(may, chatId)
  const recent = recentTab()
  return to.chat(chatId, open.find((tab) => tab === recent) ?? open[0] ?? chatTabs[0])
}

/** The right that each page of a chat needs. */
export const tabRights = {
  settings: 'settings.read',
  messages: 'messages.read',
  polls: 'polls.read',
  'banned-ips': 'bans.read',
} as const satisfies Record<ChatTab, Right>
