import type { May } from '#dashboard/platform/session/rights.ts'
import { chatTabs, to } from '#dashboard/platform/to.ts'
// Apart from open-tabs.ts, which the build reads too: what stores recent pages keeps a channel to other tabs open.
import { openTabs } from './open-tabs.ts'
import { recentTab } from './recent-pages.ts'

/** Where a link to a chat leads: to the page that this person opened last of any chat, or else to the first that they may open. */
export function chatHome(may: May, chatId: number): string {
  const open = openTabs(may, chatId)
  const recent = recentTab()
  return to.chat(chatId, open.find((tab) => tab === recent) ?? open[0] ?? chatTabs[0])
}
