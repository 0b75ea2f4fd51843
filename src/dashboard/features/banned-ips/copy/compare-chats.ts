import { byAddress, isSame, sizeOf, type IpRange } from '#engine/bans/range.ts'
import { indexRanges } from '#engine/bans/range-index.ts'

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

/** Every entry of any chat, by address, and where it is listed. */
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
  const sorted = [...entriesByChat]
    .flatMap(([chat, entries]) => entries.map((range) => ({ chat, range })))
    .toSorted((one, other) => byAddress(one.range, other.range))
  const every: { range: IpRange; holders: Set<Chat> }[] = []
  for (const { chat, range } of sorted) {
    const before = every.at(-1)
    if (before && isSame(before.range, range)) before.holders.add(chat)
    else every.push({ range, holders: new Set([chat]) })
  }
  return every
}
