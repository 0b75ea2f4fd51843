import type { ChatChoice } from '#contract/chat-choice.ts'
import type { ChatLabels } from './chat-labels.ts'

/** The chats of a choice. @param chats from which is chosen */
export function chosenChats<C extends { id: number }>(of: ChatChoice, chats: readonly C[], labels: ChatLabels): C[] {
  if (of === 'all') return [...chats]
  const ids = new Set(of.chatIds)
  return chats.filter(({ id }) => ids.has(id) || (labels.get(id) ?? []).some((label) => of.labels.includes(label)))
}

/** In one order, so that the same chats are the same value. */
export const sortedChoice = (of: ChatChoice): ChatChoice =>
  of === 'all' ? 'all' : { labels: of.labels.toSorted(), chatIds: of.chatIds.toSorted((a, b) => a - b) }

/** '' without chats. */
export const choiceInWords = (of: ChatChoice, nameOf: (chatId: number) => string): string =>
  of === 'all' ? 'All chats' : [...of.labels.map((label) => `label: ${label}`), ...of.chatIds.map(nameOf)].join(', ')
