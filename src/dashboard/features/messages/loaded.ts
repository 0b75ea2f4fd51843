import type { Message } from '#contract/messages.ts'
import type { Page } from './read.ts'

/** One list of the pages that came: newest first, every message once. */

export interface Loaded {
  /** A new array whenever something changed. */
  list: Message[]
  byId: ReadonlyMap<number, Message>
}

/** Newest first; equal times by id, so that the order never depends on where a page ended. */
export const newestFirst = (one: Message, other: Message) => other.time - one.time || other.messageId - one.messageId

const startsWith = (pages: Page[], start: Page[]) => start.length <= pages.length && start.every((page, index) => page === pages[index])

/**
 * A function from pages to the list, which remembers its last answer: one more page of 100,000 messages costs little more than the page. Pages may
 * hold messages that came before, in any order.
 */
export function createList(): (pages: Page[]) => Loaded {
  let known: Page[] = []
  let byId = new Map<number, Message>()
  let loaded: Loaded = { list: [], byId }

  return (pages) => {
    if (pages === known) return loaded
    if (!startsWith(pages, known)) {
      known = []
      byId = new Map()
      loaded = { list: [], byId }
    }
    for (const page of pages.slice(known.length)) {
      const fresh = page.messages.filter(({ messageId }) => !byId.has(messageId))
      for (const message of fresh) byId.set(message.messageId, message)
      // One page may hold a message twice.
      const sorted = (fresh.length === new Set(fresh.map(({ messageId }) => messageId)).size ? fresh : lastOfEach(fresh)).toSorted(
        newestFirst,
      )
      if (sorted.length === 0) continue
      const last = loaded.list.at(-1)
      const list = [...loaded.list, ...sorted]
      loaded = { list: last && newestFirst(last, sorted[0]!) > 0 ? list.toSorted(newestFirst) : list, byId }
    }
    known = pages
    return loaded
  }
}

const lastOfEach = (messages: Message[]) => [...new Map(messages.map((message) => [message.messageId, message])).values()]
