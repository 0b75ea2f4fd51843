import type { May } from '#dashboard/platform/session/rights.ts'

/** Whether the menu of a chat has anything but the way into it. */
export const hasChatActions = (may: May, chatId: number) =>
  may('chats.create') || may('settings.write', chatId) || may('chats.delete', chatId) || may('audit.read')
