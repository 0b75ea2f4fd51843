import type { Chat } from '#contract/chats.ts'
import { normalizedForSearch } from '#contract/settings-derive.ts'

/** What a search of each chat looks through, computed when it is first searched. A chat that did not change stays the same object. */
const searched = new WeakMap<Chat, string>()

function searchedIn(chat: Chat): string {
  let text = searched.get(chat)
  if (text === undefined) {
    text = normalizedForSearch(`${chat.name} ${chat.hash}`)
    searched.set(chat, text)
  }
  return text
}

/** Returns a predicate: every typed word is in the name or the hash of a chat; accents do not matter. */
export function chatMatcher(typed: string): (chat: Chat) => boolean {
  const words = normalizedForSearch(typed).split(/\s+/)
  return (chat) => words.every((word) => searchedIn(chat).includes(word))
}

const names = new Intl.Collator()
const orders = new WeakMap<readonly Chat[], Chat[]>()

/** The chats in the order of their names, those of the same name in the order of their creation. A list is sorted once. */
export function chatsByName(chats: readonly Chat[]): readonly Chat[] {
  const known = orders.get(chats)
  if (known) return known
  const sorted = chats.toSorted((one, other) => names.compare(one.name, other.name) || one.id - other.id)
  orders.set(chats, sorted)
  return sorted
}
