import type { Chat } from '#contract/chats.ts'

/** What a chat is called where it is named by itself. A service may have a chat without a name. */
export const chatTitle = ({ id, name }: Pick<Chat, 'id' | 'name'>): string => (name.trim() ? name : `Chat no. ${id}`)
