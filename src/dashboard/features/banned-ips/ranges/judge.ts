import type { Pasted } from '../paste/pasted.ts'
import { byAddress, contains, only, sizeOf, type IpRange, union } from '#engine/bans/range.ts'
import { maxUnconfirmedSize } from '#engine/bans/plan.ts'
import type { RangeIndex } from '#engine/bans/range-index.ts'
import { specialBlockAround, type SpecialBlock } from './special-blocks.ts'

export interface Judged {
  entry: Pasted
  /** Number of addresses, 0 for an invalid one. */
  size: number
  verdict: Verdict
  doubt: Doubt | null
}

export type Verdict =
  | { kind: 'invalid' }
  /** More addresses than the person may ban at once. */
  | { kind: 'tooWide'; maxSize: number }
  | { kind: 'new' }
  /** Every address of it is banned: by one entry, or by several together, of which `by` is the first. */
  | { kind: 'covered'; by: IpRange; count: number }
  /** Another entry of the same text contains it, or an earlier one is equal. */
  | { kind: 'duplicate'; of: Pasted }
  /** @property fresh number of addresses not banned yet */
  | { kind: 'overlaps'; fresh: number }

/** Why an entry is banned only when it is explicitly included; of several reasons the first of own, wide, special and unclear. */
export type Doubt = { kind: 'own' | 'wide' | 'unclear' } | { kind: 'special'; block: SpecialBlock }

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
    if (!('range' in entry)) return { entry, size: 0, verdict: { kind: 'invalid' }, doubt: null }
    const size = sizeOf(entry.range)
    const standing = verdictOn(list, entry.range)
    const holder = holders.get(entry)
    const isTooWide = size > maxSize && standing.kind !== 'covered'
    const verdict: Verdict = isTooWide
      ? { kind: 'tooWide', maxSize }
      : holder && standing.kind !== 'covered'
        ? { kind: 'duplicate', of: holder }
        : standing
    return { entry, size, verdict, doubt: doubtAbout(entry, own) }
  })
}

/** How many addresses these ranges would ban that the list does not ban yet. */
export const countNew = (list: RangeIndex, ranges: readonly IpRange[]): number =>
  union(ranges).reduce((sum, range) => sum + sizeOf(range) - list.coveredIn(range), 0)

function verdictOn(list: RangeIndex, range: IpRange): Verdict {
  const fresh = sizeOf(range) - list.coveredIn(range)
  if (fresh > 0) return fresh === sizeOf(range) ? { kind: 'new' } : { kind: 'overlaps', fresh }
  const [alone] = list.covering(range, 1)
  return alone
    ? { kind: 'covered', by: alone, count: 1 }
    : { kind: 'covered', by: list.touching(range, 1)[0]!, count: list.countTouching(range) }
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

function doubtAbout({ range, unclear }: Pasted & { range: IpRange }, own: number | null): Doubt | null {
  if (own !== null && contains(range, only(own))) return { kind: 'own' }
  if (sizeOf(range) > maxUnconfirmedSize) return { kind: 'wide' }
  const block = specialBlockAround(range)
  if (block) return { kind: 'special', block }
  return unclear === undefined ? null : { kind: 'unclear' }
}
