import { byPlace, isSame, sizeOf, type Range } from './range.ts'
import { indexRanges } from './range-index.ts'

/** One entry across rooms. Each room is in exactly one of the three, in the order given. */
export interface EntryInRooms<Room> {
  range: Range
  /** The rooms whose list holds this very entry. */
  has: Room[]
  /** Those without it in which wider entries, or several together, ban all its addresses; `findBan` tells which. */
  coveredIn: Room[]
  /** Those in which at least one of its addresses is not banned. */
  missingIn: Room[]
}

/** Every entry of any room, by address, and where it is. */
export function compareRooms<Room>(entriesByRoom: ReadonlyMap<Room, readonly Range[]>): EntryInRooms<Room>[] {
  const lists = [...entriesByRoom].map(([room, entries]) => ({ room, index: indexRanges(entries) }))
  return holdersOf(entriesByRoom).map(({ range, holders }) => {
    const row: EntryInRooms<Room> = { range, has: [], coveredIn: [], missingIn: [] }
    for (const { room, index } of lists) {
      if (holders.has(room)) row.has.push(room)
      else if (index.coveredIn(range) === sizeOf(range)) row.coveredIn.push(room)
      else row.missingIn.push(room)
    }
    return row
  })
}

/** Each different entry once, with the rooms that have it. */
function holdersOf<Room>(entriesByRoom: ReadonlyMap<Room, readonly Range[]>) {
  const sorted = [...entriesByRoom]
    .flatMap(([room, entries]) => entries.map((range) => ({ room, range })))
    .toSorted((one, other) => byPlace(one.range, other.range))
  const every: { range: Range; holders: Set<Room> }[] = []
  for (const { room, range } of sorted) {
    const before = every.at(-1)
    if (before && isSame(before.range, range)) before.holders.add(room)
    else every.push({ range, holders: new Set([room]) })
  }
  return every
}
