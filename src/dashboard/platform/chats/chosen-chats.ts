import type { ChatLabels } from './chat-labels.ts'

/** All chats, including those to come, or those with one of the labels and single ones. */
export type ChatChoice = 'all' | { labels: string[]; chatIds: number[] }

/** The chats of a choice. @param chats from which is chosen */
export function chosenChats<C extends { id: number }>(of: ChatChoice, chats: readonly C[], labels: ChatLabels): C[] {
  if (of === 'all') return [...chats]
  const ids = new Set(of.chatIds)
  return chats.filter(({ id }) => ids.has(id) || (labels.get(id) ?? []).some((label) => of.labels.includes(label)))
}
