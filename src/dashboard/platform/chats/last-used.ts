import type { Chat } from '#contract/chats.ts'
import { textDateToSeconds } from '#dashboard/ui/format/time.tsx'

export const unusedAfterDays = 90

/** When a chat was last used, or made if it never was, in seconds; null where neither is known. */
export const usedAt = ({ lastUsed, createDate }: Chat): number | null => textDateToSeconds(lastUsed) ?? createDate

/** @param now seconds */
export const isUnused = (chat: Chat, now: number): boolean => now - (usedAt(chat) ?? now) > unusedAfterDays * 24 * 60 * 60

const lastUse = ({ lastUsed }: Chat) => textDateToSeconds(lastUsed) ?? 0

/** By the time of their last use, longest ago first; what was never used comes before all. */
export const byLastUse = (one: Chat, other: Chat): number => lastUse(one) - lastUse(other)
