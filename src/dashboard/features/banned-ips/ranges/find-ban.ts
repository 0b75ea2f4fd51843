import { only, sizeOf, type Range } from './range.ts'
import type { RangeIndex } from './range-index.ts'

export interface FoundBan<T extends Range> {
  /** How much of what was asked for is banned. */
  banned: 'all' | 'part' | 'none'
  /** The entries that ban it or a part of it, by first address. */
  by: T[]
}

/** Is this address, or this range, banned, and by which entries? */
export function findBan<T extends Range>(list: RangeIndex<T>, asked: number | Range): FoundBan<T> {
  const range = typeof asked === 'number' ? only(asked) : asked
  const covered = list.coveredIn(range)
  return { banned: covered === 0 ? 'none' : covered === sizeOf(range) ? 'all' : 'part', by: list.touching(range) }
}
