import { only, sizeOf, type IpRange } from './range.ts'
import type { RangeIndex } from './range-index.ts'

export interface FoundBan<T extends IpRange> {
  /** How much of the range is banned. */
  banned: 'all' | 'part' | 'none'
  /** The entries that ban it or a part of it, by first address. */
  by: T[]
}

/** Is this address, or this range, banned, and by which entries? */
export function findBan<T extends IpRange>(list: RangeIndex<T>, sought: number | IpRange): FoundBan<T> {
  const range = typeof sought === 'number' ? only(sought) : sought
  const covered = list.coveredIn(range)
  return { banned: covered === 0 ? 'none' : covered === sizeOf(range) ? 'all' : 'part', by: list.touching(range) }
}
