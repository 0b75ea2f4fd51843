import type { Message } from '#contract/messages.ts'
import type { IndexedMessage } from './indexed-message.ts'

/** Tells authors apart by id and name: two people with one name are two, a guest without an id is known by the name alone. */
export const authorKey = ({ userId, userName }: Pick<Message, 'userId' | 'userName'>): string => `${userId ?? ''}:${userName}`

export interface Author {
  key: string
  name: string
  userId: number | null
  count: number
  /** Seconds: the oldest and the newest message of theirs that is loaded. */
  first: number
  last: number
}

/** Who wrote what is loaded, most messages first, then most recent first. @param entries newest first */
export function authorsOf(entries: readonly IndexedMessage[]): Author[] {
  const authors = new Map<string, Author>()
  for (const { author, message, time } of entries) {
    const known = authors.get(author)
    if (known) {
      known.count++
      known.first = time
    } else authors.set(author, { key: author, name: message.userName, userId: message.userId, count: 1, first: time, last: time })
  }
  return [...authors.values()].toSorted((one, other) => other.count - one.count || other.last - one.last)
}
