import type { Chat } from '#contract/chats.ts'
import { byLastUse, usedAt } from './last-used.ts'

/** Chats in the order of their last use. Apart from last-used.ts, which the first page loads. */

/** The chats that were used last, at most so many. */
export const latelyUsed = (chats: Chat[], most: number): Chat[] => chats.toSorted((one, other) => byLastUse(other, one)).slice(0, most)

/** The longest unused first; what was never used counts from its creation. */
export const longestUnused = (chats: Chat[]): Chat[] => chats.toSorted((one, other) => (usedAt(one) ?? 0) - (usedAt(other) ?? 0))
