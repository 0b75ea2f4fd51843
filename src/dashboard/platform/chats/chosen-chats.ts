import type { ChatChoice } from '#contract/chat-choice.ts'
import type { ChatLabels } from './chat-labels.ts'

/** The chats of a choice. @param chats from which is chosen */
export function chosenChats<C extends { id: number }>(of: ChatChoice, chats: readonly C[], labels: ChatLabels): C[] {
  if (of === 'all') return [...chats]
  const ids = new Set(of.chatIds)
  return chats.filter(({ id }) => ids.has(id) || (labels.get(id) ?? []).some((label) => of.labels.includes(label)))
}

/** A choice as a field of a form. Sorted, so that the same chats are the same text. */
export const chatsText = (of: ChatChoice): string =>
  of === 'all' ? 'all' : JSON.stringify([of.labels.toSorted(), of.chatIds.toSorted((a, b) => a - b)])

/** @param text of chatsText() */
export function choiceIn(text: string): ChatChoice {
  if (text === 'all') return 'all'
  const [labels, chatIds] = JSON.parse(text) as [string[], number[]]
  return { labels, chatIds }
}

/** '' without chats. */
export const choiceInWords = (of: ChatChoice, nameOf: (chatId: number) => string): string =>
  of === 'all' ? 'All chats' : [...of.labels.map((label) => `label: ${label}`), ...of.chatIds.map(nameOf)].join(', ')
