import { groupBy } from '#engine/group-by.ts'
import type { ChatPlan } from '#engine/bans/plan.ts'
import { indexRanges } from '#engine/bans/range-index.ts'
import { byAddress, keyOf, sizeOf, type IpRange, difference } from '#engine/bans/range.ts'
import { ban, unban } from '#engine/bans/steps.ts'

/** One entry across chats. Each chat is in exactly one of the three lists, in the order given. */
export interface EntryInChats<Chat> {
  range: IpRange
  /** The chats whose list contains exactly this entry. */
  has: Chat[]
  /** Chats without it in which wider entries, or several together, ban all its addresses; `findBan` says which. */
  coveredIn: Chat[]
  /** Chats in which at least one of its addresses is not banned. */
  missingIn: Chat[]
}

export function compareChats<Chat>(entriesByChat: ReadonlyMap<Chat, readonly IpRange[]>): EntryInChats<Chat>[] {
  const lists = [...entriesByChat].map(([chat, entries]) => ({ chat, index: indexRanges(entries) }))
  return holdersOf(entriesByChat).map(({ range, holders }) => {
    const row: EntryInChats<Chat> = { range, has: [], coveredIn: [], missingIn: [] }
    for (const { chat, index } of lists) {
      if (holders.has(chat)) row.has.push(chat)
      else if (index.coveredIn(range) === sizeOf(range)) row.coveredIn.push(chat)
      else row.missingIn.push(chat)
    }
    return row
  })
}

/** Each different entry once, with the chats that have it. */
function holdersOf<Chat>(entriesByChat: ReadonlyMap<Chat, readonly IpRange[]>) {
  const listed = [...entriesByChat].flatMap(([chat, entries]) => entries.map((range) => ({ chat, range })))
  return [...groupBy(listed, ({ range }) => keyOf(range)).values()]
    .map((same) => ({ range: same[0]!.range, holders: new Set(same.map(({ chat }) => chat)) }))
    .toSorted((one, other) => byAddress(one.range, other.range))
}

/** `copy` adds what a chat has not banned yet; `equal` makes its list the same. */
export type CopyMode = 'copy' | 'equal'

export function planCopy(source: readonly IpRange[], target: readonly IpRange[], mode: CopyMode): Pick<ChatPlan, 'steps' | 'mayUnban'> {
  const wanted = [...new Map(source.map((entry) => [keyOf(entry), entry])).values()]
  if (mode === 'copy') {
    const list = indexRanges(target)
    return { steps: wanted.filter((entry) => list.coveredIn(entry) < sizeOf(entry)).map(ban), mayUnban: [] }
  }
  const there = new Set(target.map(keyOf))
  const wantedKeys = new Set(wanted.map(keyOf))
  const extra = target.filter((entry) => !wantedKeys.has(keyOf(entry)))
  const missing = wanted.filter((entry) => !there.has(keyOf(entry)))
  return { steps: [...missing.map(ban), ...extra.map(unban)], mayUnban: difference(extra, wanted) }
}
