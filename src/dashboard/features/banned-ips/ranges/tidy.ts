import { byPlace, contains, isSame, keyOf, overlap, type Range } from './range.ts'
import { countOf, minimalCover, union } from './sets.ts'
import { ban, lift, resultOf, type Step } from './steps.ts'

export interface TidyOptions {
  mergeAdjacent: boolean
  mergeOverlapping: boolean
}

/** Why an entry could go, or be joined with the one before it. */
export interface Finding {
  kind: 'duplicate' | 'contained' | 'overlapping' | 'adjacent'
  range: Range
  /** duplicate: the entry it repeats. contained: the one or two that hold it together. Else the entry before it. */
  with: Range[]
  /** Whether the steps deal with it. */
  isPlanned: boolean
}

export interface Tidy {
  /** By address. */
  findings: Finding[]
  steps: Step[]
  proof: Proof
}

/** Taken from the list as it is after the steps. */
interface Proof {
  entriesBefore: number
  entriesAfter: number
  addressesBefore: number
  addressesAfter: number
  /** Whether the very same addresses are banned, which their number alone does not say. */
  isSameSet: boolean
}

/**
 * Fewer entries for the same addresses. Entries that others hold go; of the rest those that overlap or touch are joined if asked. The joined one is
 * banned before its parts are lifted, so that no address is free for a moment and none is banned that was not.
 */
export function planTidy(entries: readonly Range[], options: TidyOptions): Tidy {
  const kept = minimalCover(entries)
  const groups = groupsOf(kept, options)
  const joined = groups.filter((group) => group.length > 1)
  const lastingKeys = new Set(
    groups
      .filter((group) => group.length === 1)
      .flat()
      .map(keyOf),
  )

  const findings = [...neededLess(entries, kept, lastingKeys), ...neighbours(kept, options)]
  // A copy of an entry that lasts stays too: a service may lift both at once.
  const leaving = entries.filter((entry) => !lastingKeys.has(keyOf(entry)))
  const steps = [...joined.map((group) => ban({ first: group[0]!.first, last: group.at(-1)!.last })), ...leaving.map(lift)]
  return { findings: findings.toSorted((one, other) => one.range.first - other.range.first), steps, proof: proofOf(entries, steps) }
}

/** Kept entries in a row that become one. */
function groupsOf(kept: readonly Range[], options: TidyOptions): Range[][] {
  const groups: Range[][] = []
  for (const [index, range] of kept.entries()) {
    if (index > 0 && joins(kept[index - 1]!, range, options)) groups.at(-1)!.push(range)
    else groups.push([range])
  }
  return groups
}

const isAdjacent = (before: Range, after: Range) => before.last + 1 === after.first

const joins = (before: Range, after: Range, { mergeAdjacent, mergeOverlapping }: TidyOptions) =>
  (mergeAdjacent && isAdjacent(before, after)) || (mergeOverlapping && overlap(before, after))

function neighbours(kept: readonly Range[], options: TidyOptions): Finding[] {
  return kept.slice(1).flatMap((range, index) => {
    const before = kept[index]!
    const kind = overlap(before, range) ? 'overlapping' : isAdjacent(before, range) ? 'adjacent' : null
    return kind ? [{ kind, range, with: [before], isPlanned: joins(before, range, options) }] : []
  })
}

/** The entries that the kept ones make needless, by address. */
function neededLess(entries: readonly Range[], kept: readonly Range[], lastingKeys: ReadonlySet<string>): Finding[] {
  const isKept = new Set(kept)
  let at = 0
  return entries
    .filter((entry) => !isKept.has(entry))
    .toSorted(byPlace)
    .map((range) => {
      while (at + 1 < kept.length && kept[at + 1]!.first <= range.first) at++
      const holder = kept[at]!
      if (isSame(holder, range)) return { kind: 'duplicate', range, with: [holder], isPlanned: !lastingKeys.has(keyOf(range)) }
      // What one kept entry does not hold, that one and the next hold together (`minimalCover`).
      return { kind: 'contained', range, with: contains(holder, range) ? [holder] : kept.slice(at, at + 2), isPlanned: true }
    })
}

function proofOf(entries: readonly Range[], steps: readonly Step[]): Proof {
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
