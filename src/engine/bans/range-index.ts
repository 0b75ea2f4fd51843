import { byAddress, only, sizeOf, type IpRange, union } from './range.ts'

export type RangeIndex<T extends IpRange = IpRange> = ReturnType<typeof indexRanges<T>>

/** A list of ranges, indexed once for many queries. Each takes O(log n), plus O(log n) for each entry it returns. */
export function indexRanges<T extends IpRange>(ranges: readonly T[]) {
  const sorted = ranges.toSorted(byAddress)
  const firsts = new Float64Array(sorted.map(({ first }) => first))
  const lasts = new Float64Array(sorted.map(({ last }) => last)).toSorted()
  const search = furthestReaching(sorted)
  const countCovered = counter(union(sorted))
  return {
    /** The entries that contain the whole range, by first address. @param max how many to return */
    covering: (range: IpRange, max = Infinity) => search(countUpTo(firsts, range.first), range.last, max),
    /** The entries that share an address with the range, by first address. */
    touching: (range: IpRange, max = Infinity) => search(countUpTo(firsts, range.last), range.first, max),
    countTouching: ({ first, last }: IpRange) => countUpTo(firsts, last) - countUpTo(lasts, first - 1),
    /** How many addresses of the range are in any entry. */
    coveredIn: ({ first, last }: IpRange) => countCovered(last) - countCovered(first - 1),
  }
}

/** How many of the sorted values are not above `limit`. */
function countUpTo(sorted: Float64Array, limit: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle]! <= limit) low = middle + 1
    else high = middle
  }
  return low
}

/** Finds those of the first `end` entries that reach at least to `last`, in a binary tree of the furthest last address below each node. */
function furthestReaching<T extends IpRange>(sorted: readonly T[]) {
  const leaves = 2 ** Math.ceil(Math.log2(Math.max(sorted.length, 1)))
  const reach = new Float64Array(2 * leaves).fill(-1)
  for (const [index, { last }] of sorted.entries()) reach[leaves + index] = last
  for (let node = leaves - 1; node > 0; node--) reach[node] = Math.max(reach[2 * node]!, reach[2 * node + 1]!)

  return (end: number, last: number, max: number): T[] => {
    const found: T[] = []
    const visit = (node: number, from: number, width: number) => {
      if (from >= end || reach[node]! < last || found.length >= max) return
      if (width === 1) {
        found.push(sorted[from]!)
        return
      }
      visit(2 * node, from, width / 2)
      visit(2 * node + 1, from + width / 2, width / 2)
    }
    visit(1, 0, leaves)
    return found
  }
}

/** Counts the addresses of a set that are not above a limit. @param set sorted, none touching another */
function counter(set: readonly IpRange[]) {
  const firsts = new Float64Array(set.map(({ first }) => first))
  const before = new Float64Array(set.length + 1)
  for (const [index, { first, last }] of set.entries()) before[index + 1] = before[index]! + last - first + 1
  return (limit: number): number => {
    const begun = countUpTo(firsts, limit)
    return begun === 0 ? 0 : before[begun - 1]! + Math.min(limit, set[begun - 1]!.last) - firsts[begun - 1]! + 1
  }
}

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
