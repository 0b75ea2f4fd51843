import type { Message } from '#contract/messages.ts'
import type { Entry } from './entry.ts'

/** Tells posters apart by id and name: two people with one name are two, a guest without an id is known by the name alone. */
export const posterKey = ({ userId, userName }: Pick<Message, 'userId' | 'userName'>): string => `${userId ?? ''}:${userName}`

export interface Poster {
  key: string
  name: string
  userId: number | null
  count: number
  /** Seconds: the oldest and the newest message of theirs that is loaded. */
  first: number
  last: number
}

/** Who wrote what is loaded, most messages first, then most recent first. @param entries newest first */
export function postersOf(entries: readonly Entry[]): Poster[] {
  const posters = new Map<string, Poster>()
  for (const { poster, message, time } of entries) {
    const known = posters.get(poster)
    if (known) {
      known.count++
      known.first = time
    } else posters.set(poster, { key: poster, name: message.userName, userId: message.userId, count: 1, first: time, last: time })
  }
  return [...posters.values()].toSorted((one, other) => other.count - one.count || other.last - one.last)
}
