import type { Hit, Review } from '#contract/workspace/review.ts'
import { isOpen } from '#dashboard/platform/review/verdict.ts'

/** What is decided at once: a message, or several of one chat that are nearly the same and that one rule named. */
export interface ReviewEntry {
  /** The same for as long as it is open, also while messages join it. */
  key: string
  kind: EntryKind
  /** The one to decide about first comes first: with the least time, or the newest. */
  hits: readonly [Hit, ...Hit[]]
}

export type EntryKind = 'held' | 'marked'

/** @param isSplit whether the messages of a group are decided one by one; see groupKeyOf() */
export function entriesOf({ held, marked }: Pick<Review, 'held' | 'marked'>, isSplit: (groupKey: string) => boolean): ReviewEntry[] {
  return [...group(held, 'held', isSplit), ...group(marked, 'marked', isSplit)]
}

function group(hits: readonly Hit[], kind: EntryKind, isSplit: (groupKey: string) => boolean): ReviewEntry[] {
  const groups = new Map<string, [Hit, ...Hit[]]>()
  for (const hit of hits) {
    if (!isOpen(hit)) continue
    const known = groups.get(groupKeyOf(hit))
    if (known) known.push(hit)
    else groups.set(groupKeyOf(hit), [hit])
  }
  return [...groups].flatMap(([key, all]): ReviewEntry[] =>
    isSplit(key) ? all.map((hit) => ({ key: hit.id, kind, hits: [hit] })) : [{ key, kind, hits: all }],
  )
}

/** Messages that are alike have the same one. */
export const groupKeyOf = ({ id, state, ruleId, alike, message }: Hit): string =>
  alike === '' ? id : [state, ruleId, message.chatId, alike].join(' ')

export const idsOf = ({ hits }: ReviewEntry): string[] => hits.map(({ id }) => id)

/** How many authors wrote messages of a group, with the most frequent first. */
export function authorsOf(hits: readonly Hit[]): { name: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const { message } of hits) counts.set(message.userName, (counts.get(message.userName) ?? 0) + 1)
  return [...counts].map(([name, count]) => ({ name, count })).toSorted((one, other) => other.count - one.count)
}
