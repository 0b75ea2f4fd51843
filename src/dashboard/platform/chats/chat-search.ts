import type { Chat } from '#contract/chats.ts'
import { normalizedForSearch } from '#contract/settings-derive.ts'
import { memoize } from '#dashboard/platform/memoize.ts'

const searchedIn = memoize((chat: Chat) => normalizedForSearch(`${chat.name} ${chat.hash}`))

/** Returns a predicate: every typed word is in the name or the hash of a chat; accents do not matter. */
export function chatMatcher(typed: string): (chat: Chat) => boolean {
  const words = normalizedForSearch(typed).split(/\s+/)
  return (chat) => words.every((word) => searchedIn(chat).includes(word))
}

// Much quicker than localeCompare where there are thousands.
const names = new Intl.Collator()

/** Compares the names of chats. IDs break ties: the order never depends on the order of arrival. */
export const byName = (one: Chat, other: Chat): number => names.compare(one.name, other.name) || one.id - other.id

/** The chats in the order of their names. A list is sorted once. */
export const chatsByName = memoize((chats: readonly Chat[]): readonly Chat[] => chats.toSorted(byName))

/** A short label that tells chats with equal names apart; '' for a chat that is open to everyone. */
export const chatStateLabel = ({ offline, forceSDKLogin, monetizeLogin }: Chat): string =>
  [offline && 'offline', forceSDKLogin && 'private', monetizeLogin && 'paid entry'].filter(Boolean).join(', ')

/** Pinned chats first, in the same order among themselves; the same list where none is pinned. */
export function pinnedFirst<C extends Pick<Chat, 'id'>>(ordered: C[], pinned: ReadonlySet<number>): C[] {
  const first = ordered.filter(({ id }) => pinned.has(id))
  return first.length === 0 ? ordered : [...first, ...ordered.filter(({ id }) => !pinned.has(id))]
}
