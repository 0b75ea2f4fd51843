import type { Chat } from '#contract/chats.ts'
import { byLastUse, usedAt } from './last-used.ts'

/** Orders chats by their last use. It is a separate module because the first page loads last-used.ts. */

/** The most recently used chats. @param max how many at most */
export const recentlyUsed = (chats: Chat[], max: number): Chat[] => chats.toSorted((one, other) => byLastUse(other, one)).slice(0, max)

/** Chats that were not used for the longest time come first. A chat that was never used counts from its creation. */
export const leastRecentlyUsed = (chats: Chat[]): Chat[] => chats.toSorted((one, other) => (usedAt(one) ?? 0) - (usedAt(other) ?? 0))
