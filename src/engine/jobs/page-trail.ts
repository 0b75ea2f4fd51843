/**
 * Whether pages of messages get on. A service may name a next page for ever: the same again, several in a circle, or ever new names for what was sent
 * before (docs/assumptions.md row 9). Then what is there can't be read to its end, which must not be taken for the end.
 */

/** `stuck`: it can't be read further, and may not be complete. */
export type PageVerdict = 'more' | 'end' | 'stuck'

export interface PageOfMessages {
  messages: readonly { messageId: number }[]
  /** Missing and '' mean that this is the last page. */
  next?: string | undefined
}

export interface PageTrail {
  /** Called with each page that was read, in their order. */
  add: (page: PageOfMessages) => PageVerdict
}

/** After this many pages in a row without a new message, no further one is expected to have any. */
const maxPagesWithoutNew = 10
/** 1,000,000 messages in pages of 25. */
const maxPages = 40_000

export function createPageTrail(): PageTrail {
  const names = new Set<string>()
  const ids = new Set<number>()
  let pagesWithoutNew = 0

  return {
    add: ({ messages, next }) => {
      const before = ids.size
      for (const { messageId } of messages) ids.add(messageId)
      pagesWithoutNew = ids.size === before ? pagesWithoutNew + 1 : 0
      if (!next) return 'end'
      if (names.has(next) || pagesWithoutNew >= maxPagesWithoutNew || names.size >= maxPages) return 'stuck'
      names.add(next)
      return 'more'
    },
  }
}
