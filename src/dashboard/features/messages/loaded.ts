import type { Message } from '#contract/messages.ts'
import type { MessagePage } from './read.ts'

/** Merges loaded pages into one list: newest first, every message once. */

export interface LoadedMessages {
  /** A new array after every change. */
  list: Message[]
  byId: ReadonlyMap<number, Message>
}

/** Newest first; equal times by id, so that the order never depends on where a page ended. */
export const newestFirst = (one: Message, other: Message) => other.time - one.time || other.messageId - one.messageId

const startsWithPages = (pages: MessagePage[], start: MessagePage[]) =>
  start.length <= pages.length && start.every((page, index) => page === pages[index])

/**
 * Returns a function that merges pages and remembers its last result, so that one more page on top of 100,000 messages costs little more than the
 * page itself. Pages may overlap and come in any order.
 */
export function createPageMerger(): (pages: MessagePage[]) => LoadedMessages {
  let mergedPages: MessagePage[] = []
  let byId = new Map<number, Message>()
  let loaded: LoadedMessages = { list: [], byId }

  return (pages) => {
    if (pages === mergedPages) return loaded
    if (!startsWithPages(pages, mergedPages)) {
      mergedPages = []
      byId = new Map()
      loaded = { list: [], byId }
    }
    for (const page of pages.slice(mergedPages.length)) {
      const added = page.messages.filter(({ messageId }) => !byId.has(messageId))
      for (const message of added) byId.set(message.messageId, message)
      // A page may hold a message twice.
      const sorted = (added.length === new Set(added.map(({ messageId }) => messageId)).size ? added : lastOfEachId(added)).toSorted(
        newestFirst,
      )
      if (sorted.length === 0) continue
      const last = loaded.list.at(-1)
      const list = [...loaded.list, ...sorted]
      loaded = { list: last && newestFirst(last, sorted[0]!) > 0 ? list.toSorted(newestFirst) : list, byId }
    }
    mergedPages = pages
    return loaded
  }
}

const lastOfEachId = (messages: Message[]) => [...new Map(messages.map((message) => [message.messageId, message])).values()]
