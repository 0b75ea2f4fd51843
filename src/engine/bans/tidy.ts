import { byAddress, contains, isSame, keyOf, overlap, type IpRange, countOf, minimalCover, union } from './range.ts'
import { ban, unban, resultOf, type BanStep } from './steps.ts'

export interface TidyOptions {
  mergeAdjacent: boolean
  mergeOverlapping: boolean
}

/** Why an entry can be removed, or merged with the one before it. */
export interface TidyFinding {
  kind: 'duplicate' | 'contained' | 'overlapping' | 'adjacent'
  range: IpRange
  /** duplicate: the entry it repeats. contained: the one or two that contain it together. Else the entry before it. */
  with: IpRange[]
  /** Whether the steps resolve it. */
  isPlanned: boolean
}

export interface TidyPlan {
  /** By address. */
  findings: TidyFinding[]
  steps: BanStep[]
  proof: Proof
}

/** Computed from the list as it is after the steps. */
interface Proof {
  entriesBefore: number
  entriesAfter: number
  addressesBefore: number
  addressesAfter: number
  /** Whether exactly the same addresses are banned, which their number alone does not prove. */
  isSameSet: boolean
}

/**
 * Fewer entries for the same addresses. Entries that others contain are removed; overlapping and adjacent ones are merged if asked. The merged entry
 * is banned before its parts are unbanned, so that no address is allowed for a moment and none is banned that was not.
 */
export function planTidy(entries: readonly IpRange[], options: TidyOptions): TidyPlan {
  const kept = minimalCover(entries)
  const groups = groupsOf(kept, options)
  const merged = groups.filter((group) => group.length > 1)
  const stayingKeys = new Set(
    groups
      .filter((group) => group.length === 1)
      .flat()
      .map(keyOf),
  )

  const findings = [...redundant(entries, kept, stayingKeys), ...neighbours(kept, options)]
  // A copy of an entry that stays is not removed either: a service may unban both at once.
  const removed = entries.filter((entry) => !stayingKeys.has(keyOf(entry)))
  const steps = [...merged.map((group) => ban({ first: group[0]!.first, last: group.at(-1)!.last })), ...removed.map(unban)]
  return { findings: findings.toSorted((one, other) => one.range.first - other.range.first), steps, proof: proofOf(entries, steps) }
}

/** Consecutive kept entries that become one. */
function groupsOf(kept: readonly IpRange[], options: TidyOptions): IpRange[][] {
  const groups: IpRange[][] = []
  for (const [index, range] of kept.entries()) {
    if (index > 0 && joins(kept[index - 1]!, range, options)) groups.at(-1)!.push(range)
    else groups.push([range])
  }
  return groups
}

const isAdjacent = (before: IpRange, after: IpRange) => before.last + 1 === after.first

const joins = (before: IpRange, after: IpRange, { mergeAdjacent, mergeOverlapping }: TidyOptions) =>
  (mergeAdjacent && isAdjacent(before, after)) || (mergeOverlapping && overlap(before, after))

function neighbours(kept: readonly IpRange[], options: TidyOptions): TidyFinding[] {
  return kept.slice(1).flatMap((range, index) => {
    const before = kept[index]!
    const kind = overlap(before, range) ? 'overlapping' : isAdjacent(before, range) ? 'adjacent' : null
    return kind ? [{ kind, range, with: [before], isPlanned: joins(before, range, options) }] : []
  })
}

/** The entries that the kept ones make redundant, by address. */
function redundant(entries: readonly IpRange[], kept: readonly IpRange[], stayingKeys: ReadonlySet<string>): TidyFinding[] {
  const isKept = new Set(kept)
  let at = 0
  return entries
    .filter((entry) => !isKept.has(entry))
    .toSorted(byAddress)
    .map((range) => {
      while (at + 1 < kept.length && kept[at + 1]!.first <= range.first) at++
      const holder = kept[at]!
      if (isSame(holder, range)) return { kind: 'duplicate', range, with: [holder], isPlanned: !stayingKeys.has(keyOf(range)) }
      // What one kept entry does not contain, that one and the next contain together (`minimalCover`).
      return { kind: 'contained', range, with: contains(holder, range) ? [holder] : kept.slice(at, at + 2), isPlanned: true }
    })
}

function proofOf(entries: readonly IpRange[], steps: readonly BanStep[]): Proof {
  const after = resultOf(entries, steps)
  const [before, now] = [union(entries), union(after)]
  return {
    entriesBefore: entries.length,
    entriesAfter: after.length,
    addressesBefore: countOf(before),
    addressesAfter: countOf(now),
    isSameSet: before.length === now.length && before.every((range, index) => isSame(range, now[index]!)),
  }
}
