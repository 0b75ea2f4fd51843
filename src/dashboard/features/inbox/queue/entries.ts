import type { Hit, Review } from '#contract/gateway/review.ts'
import { isOpen } from '#dashboard/platform/review/verdict.ts'
import { groupBy } from '#engine/group-by.ts'

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
  // A group has at least one, which its type does not say.
  return [...groupBy(hits.filter(isOpen), groupKeyOf)].flatMap(([key, all]): ReviewEntry[] =>
    isSplit(key) ? all.map((hit) => ({ key: hit.id, kind, hits: [hit] })) : [{ key, kind, hits: all as [Hit, ...Hit[]] }],
  )
}

export const groupKeyOf = ({ id, state, ruleId, alike, message }: Hit): string =>
  alike === '' ? id : [state, ruleId, message.chatId, alike].join(' ')

export const idsOf = ({ hits }: ReviewEntry): string[] => hits.map(({ id }) => id)

/** The authors of a group with their number of messages, most frequent first. */
export function authorsOf(hits: readonly Hit[]): { name: string; count: number }[] {
  const byName = groupBy(hits, ({ message }) => message.userName)
  return [...byName].map(([name, all]) => ({ name, count: all.length })).toSorted((one, other) => other.count - one.count)
}

/**
 * The rows of the queue. Rows never move while the pointer aims at one of them: new entries wait until they are requested, and a decided entry keeps its
 * row for a moment, with its outcome.
 */
export interface ShownEntry extends ReviewEntry {
  /** When it is removed after it was settled; null: it is open, or being deleted. Milliseconds. */
  leavesAt: number | null
}

/** How long a decided entry keeps its row. */
const settledMs = 2000

interface Step {
  /** By rank, as entriesOf() returns them. */
  open: readonly ReviewEntry[]
  /** The latest known state of a message. */
  latest: (id: string) => Hit | undefined
  /** Milliseconds. */
  now: number
  mayInsert: boolean
  mayRemove: boolean
}

/** The rows after a read or as time passes. Returns the same array if nothing changes. */
export function nextShown(shown: readonly ShownEntry[], { open, latest, now, mayInsert, mayRemove }: Step): readonly ShownEntry[] {
  const openOf = new Map(open.map((entry) => [entry.key, entry]))
  const openIds = new Set(open.flatMap(idsOf))
  // An entry that was split, or whose messages are now marked instead of held, is open under other keys.
  const isRegrouped = (entry: ShownEntry) => !openOf.has(entry.key) && idsOf(entry).some((id) => openIds.has(id))
  const kept = shown
    .filter((entry) => !isRegrouped(entry))
    .map((entry) => stillShown(entry, openOf.get(entry.key), latest, now))
    .filter(({ leavesAt }) => leavesAt === null || leavesAt > now || !mayRemove)
  const next = mayInsert ? withNew(kept, open) : kept
  return next.length === shown.length && next.every((entry, index) => entry === shown[index]) ? shown : next
}

function stillShown(entry: ShownEntry, open: ReviewEntry | undefined, latest: Step['latest'], now: number): ShownEntry {
  if (open) {
    const isSame = entry.leavesAt === null && open.hits.length === entry.hits.length && open.hits.every((hit, at) => hit === entry.hits[at])
    return isSame ? entry : { ...open, leavesAt: null }
  }
  const hits = entry.hits.map((hit) => latest(hit.id) ?? hit) as [Hit, ...Hit[]]
  const isSettled = !hits.some((hit) => hit.by !== '' && (hit.state === 'held' || hit.state === 'deleting'))
  const leavesAt = entry.leavesAt ?? (isSettled ? now + settledMs : null)
  return leavesAt === entry.leavesAt && hits.every((hit, at) => hit === entry.hits[at]) ? entry : { ...entry, hits, leavesAt }
}

/** Open entries by rank; settled entries stay behind their predecessor. */
function withNew(kept: readonly ShownEntry[], open: readonly ReviewEntry[]): ShownEntry[] {
  const known = new Map(kept.map((entry) => [entry.key, entry]))
  const isStillOpen = new Set(open.map(({ key }) => key))
  const next: ShownEntry[] = open.map((entry) => known.get(entry.key) ?? { ...entry, leavesAt: null })
  kept.forEach((entry, index) => {
    if (isStillOpen.has(entry.key)) return
    const before = kept[index - 1]
    const at = before?.kind === entry.kind ? next.findIndex(({ key }) => key === before.key) + 1 : firstOf(next, entry.kind)
    next.splice(at, 0, entry)
  })
  return next
}

const firstOf = (list: readonly ShownEntry[], kind: ReviewEntry['kind']) =>
  kind === 'held' ? 0 : list.filter((entry) => entry.kind === 'held').length

export const isDecidable = ({ hits }: ReviewEntry) => hits.some(isOpen)

export function waitingOf(shown: readonly ShownEntry[], open: readonly ReviewEntry[]): ReviewEntry[] {
  const ids = new Set(shown.flatMap(idsOf))
  return open.filter((entry) => !idsOf(entry).some((id) => ids.has(id)))
}
