import { dashboardPages } from '#dashboard/app/pages.ts'
import { chatTabs, to } from '#dashboard/platform/to.ts'

/** The address of every page with navigation around it, with those of one chat. */
export const everyPage = (chatId: number): string[] => [
  ...Object.values(dashboardPages).map(({ path }) => path),
  ...chatTabs.map((tab) => to.chat(chatId, tab)),
]
