import type { Chat } from '#contract/chats.ts'
import { textDateToSeconds } from './ui/time.tsx'

export const unusedAfterDays = 90

/** When a chat was last used, or made if it never was, in seconds; null where neither is known. */
export const usedAt = ({ lastUsed, createDate }: Chat): number | null => textDateToSeconds(lastUsed) ?? createDate

/** @param now seconds */
export const isUnused = (chat: Chat, now: number): boolean => now - (usedAt(chat) ?? now) > unusedAfterDays * 24 * 60 * 60

const lastUse = ({ lastUsed }: Chat) => textDateToSeconds(lastUsed) ?? 0

/** By the time of their last use, longest ago first; what was never used comes before all. */
export const byLastUse = (one: Chat, other: Chat): number => lastUse(one) - lastUse(other)

/** The chats that were used last, at most so many. */
export const latelyUsed = (chats: Chat[], most: number): Chat[] => chats.toSorted((one, other) => byLastUse(other, one)).slice(0, most)

/** The longest unused first; what was never used counts from its creation. */
export const longestUnused = (chats: Chat[]): Chat[] => chats.toSorted((one, other) => (usedAt(one) ?? 0) - (usedAt(other) ?? 0))
