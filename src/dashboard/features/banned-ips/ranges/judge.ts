import type { Pasted } from '../paste/pasted.ts'
import { byAddress, contains, only, sizeOf, type IpRange } from '#engine/bans/range.ts'
import { maxUnconfirmedSize } from '#engine/bans/plan.ts'
import type { RangeIndex } from '#engine/bans/range-index.ts'
import { union } from '#engine/bans/sets.ts'
import { specialBlocksIn, type SpecialBlock } from './special-blocks.ts'

/** A line of the preview: what it would change in the list. */
export interface Judged {
  entry: Pasted
  /** Number of addresses, 0 for an invalid one. */
  size: number
  verdict: Verdict
  warnings: Warning[]
}

export type Verdict =
  | { kind: 'invalid' }
  /** More addresses than the person may ban at once. */
  | { kind: 'tooWide'; maxSize: number }
  | { kind: 'new' }
  /** Every address of it is banned: by one entry, or by several together. Then `by` has the first five that overlap it, of `count`. */
  | { kind: 'covered'; by: IpRange[]; count: number }
  /** Another entry of the same text contains it, or an earlier one is equal. */
  | { kind: 'duplicate'; of: Pasted }
  /** @property fresh number of addresses not banned yet */
  | { kind: 'overlaps'; with: IpRange[]; count: number; fresh: number }

export type Warning =
  /** @property whole whether all of the range lies in the block */
  { kind: 'special'; block: SpecialBlock; whole: boolean } | { kind: 'wide' } | { kind: 'own' }

const maxNamed = 5

/**
 * What each entry of a text would change in a list, in the order of the text. Each is judged alone, except for entries that another entry of the text
 * makes redundant.
 * @param own the address of this browser, null if unknown
 * @param maxSize the most addresses that the person may ban at once, Infinity where there is no limit
 */
export function judge(list: RangeIndex, incoming: readonly Pasted[], own: number | null, maxSize = Infinity): Judged[] {
  // What is not banned itself makes nothing redundant.
  const holders = holdersWithin(incoming.filter((entry) => 'range' in entry && sizeOf(entry.range) <= maxSize))
  return incoming.map((entry) => {
    if (!('range' in entry)) return { entry, size: 0, verdict: { kind: 'invalid' }, warnings: [] }
    const size = sizeOf(entry.range)
    const standing = verdictOn(list, entry.range)
    const holder = holders.get(entry)
    const isTooWide = size > maxSize && standing.kind !== 'covered'
    const verdict: Verdict = isTooWide
      ? { kind: 'tooWide', maxSize }
      : holder && standing.kind !== 'covered'
        ? { kind: 'duplicate', of: holder }
        : standing
    return { entry, size, verdict, warnings: warningsOf(entry.range, own) }
  })
}

/** How many addresses these ranges would ban that the list does not ban yet. */
export const countNew = (list: RangeIndex, ranges: readonly IpRange[]): number =>
  union(ranges).reduce((sum, range) => sum + sizeOf(range) - list.coveredIn(range), 0)

function verdictOn(list: RangeIndex, range: IpRange): Verdict {
  const covered = list.coveredIn(range)
  if (covered === 0) return { kind: 'new' }
  const alone = covered === sizeOf(range) ? list.covering(range, 1) : []
  if (alone.length > 0) return { kind: 'covered', by: alone, count: 1 }
  const [some, count] = [list.touching(range, maxNamed), list.countTouching(range)]
  return covered === sizeOf(range)
    ? { kind: 'covered', by: some, count }
    : { kind: 'overlaps', with: some, count, fresh: sizeOf(range) - covered }
}

/** For each entry that another one of the same text makes redundant, that other one. */
function holdersWithin(incoming: readonly Pasted[]): Map<Pasted, Pasted> {
  const valid = incoming.filter((entry): entry is Pasted & { range: IpRange } => 'range' in entry)
  const holders = new Map<Pasted, Pasted>()
  let furthest: (typeof valid)[number] | undefined
  // Sorting keeps the order of equal ones, so the first of them stays.
  for (const entry of valid.toSorted((one, other) => byAddress(one.range, other.range))) {
    if (furthest && contains(furthest.range, entry.range)) holders.set(entry, furthest)
    else furthest = entry
  }
  return holders
}

function warningsOf(range: IpRange, own: number | null): Warning[] {
  const warnings: Warning[] = []
  if (own !== null && contains(range, only(own))) warnings.push({ kind: 'own' })
  if (sizeOf(range) > maxUnconfirmedSize) warnings.push({ kind: 'wide' })
  return [...warnings, ...specialBlocksIn(range).map((block) => ({ kind: 'special' as const, block, whole: contains(block.range, range) }))]
}
