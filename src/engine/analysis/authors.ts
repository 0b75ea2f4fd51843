import type { Message } from '#contract/messages.ts'
import type { IndexedMessage } from './indexed-message.ts'

/** Identifies an author by id and name. A guest has no id and is identified by the name alone. */
export const authorKey = ({ userId, userName }: Pick<Message, 'userId' | 'userName'>): string => `${userId ?? ''}:${userName}`

export interface Author {
  key: string
  name: string
  userId: Message['userId']
  count: number
  /** Times of the oldest and the newest loaded message of the author, in seconds. */
  first: number
  last: number
}

/** The authors of the loaded messages: most messages first, then most recent first. @param entries newest first */
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
