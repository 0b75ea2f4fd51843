import type { Hit, Review } from '#contract/workspace/review.ts'
import { isOpen } from '#dashboard/platform/review/verdict.ts'

/** What is decided together: a message, or several nearly identical hits of one rule in one chat. */
export interface ReviewEntry {
  /** Stays the same while the entry is open, also when messages are added to it. */
  key: string
  kind: EntryKind
  /** The most urgent first: with the least remaining time, or the newest. */
  hits: readonly [Hit, ...Hit[]]
}

export type EntryKind = 'held' | 'marked'

/** @param isSplit whether the messages of a group are decided individually; see groupKeyOf() */
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

/** The same key for nearly identical messages. */
export const groupKeyOf = ({ id, state, ruleId, alike, message }: Hit): string =>
  alike === '' ? id : [state, ruleId, message.chatId, alike].join(' ')

export const idsOf = ({ hits }: ReviewEntry): string[] => hits.map(({ id }) => id)

/** The authors of a group with their number of messages, most frequent first. */
export function authorsOf(hits: readonly Hit[]): { name: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const { message } of hits) counts.set(message.userName, (counts.get(message.userName) ?? 0) + 1)
  return [...counts].map(([name, count]) => ({ name, count })).toSorted((one, other) => other.count - one.count)
}
