import { visible } from './values.ts'

/** What a chat is called wherever the page names it. A service may have a chat without a name, or with one that nobody can see. */
export const chatTitle = (chat: { name: string } & ({ id: number } | { chatId: number })): string =>
  visible.test(chat.name) ? chat.name : `Chat no. ${'id' in chat ? chat.id : chat.chatId}`
