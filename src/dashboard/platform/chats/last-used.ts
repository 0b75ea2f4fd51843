import type { Chat } from '#contract/chats.ts'
import { memoize } from '#dashboard/platform/memoize.ts'
import { textDateToSeconds } from '#dashboard/ui/format/time.tsx'

export const unusedAfterDays = 90
export const usedLatelyDays = 30
const daySeconds = 24 * 60 * 60
/** Of the last use. */
const busySeconds = 15 * 60

// Sorting and filtering ask for the date of each of thousands of chats many times.
const lastUsedAt = memoize(({ lastUsed }: Chat) => textDateToSeconds(lastUsed))

/** When a chat was last used, or created if it never was, in seconds; null if neither is known. */
export const usedAt = (chat: Chat): number | null => lastUsedAt(chat) ?? chat.createDate

/** @param now in seconds */
export const isUnused = (chat: Chat, now: number): boolean => now - (usedAt(chat) ?? now) > unusedAfterDays * daySeconds

/** Not of a chat that was only created. @param now in seconds */
export const isUsedLately = (chat: Chat, now: number): boolean => now - (lastUsedAt(chat) ?? 0) <= usedLatelyDays * daySeconds

/** Whether somebody is there now, as far as the list of chats knows. @param now in seconds */
export const isBusy = (chat: Chat, now: number): boolean => now - (lastUsedAt(chat) ?? 0) <= busySeconds

const lastUse = (chat: Chat) => lastUsedAt(chat) ?? 0

/** Sorts by the time of the last use, oldest first; chats that were never used come first. */
export const byLastUse = (one: Chat, other: Chat): number => lastUse(one) - lastUse(other)

/** The most recently used chats. @param max how many at most */
export const recentlyUsed = (chats: Chat[], max: number): Chat[] => chats.toSorted((one, other) => byLastUse(other, one)).slice(0, max)

/** Chats that were not used for the longest time come first. A chat that was never used counts from its creation. */
export const leastRecentlyUsed = (chats: Chat[]): Chat[] => chats.toSorted((one, other) => (usedAt(one) ?? 0) - (usedAt(other) ?? 0))
