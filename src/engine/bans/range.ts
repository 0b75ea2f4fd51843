import type { BannedRange } from '#contract/banned-ips.ts'
import { ipv4, ipv4ToNumber } from '#contract/values.ts'

/** IPv4 addresses from `first` to `last`, both included, as unsigned 32-bit numbers; `first <= last`. */
export interface IpRange {
  readonly first: number
  readonly last: number
}

export const allAddresses: IpRange = { first: 0, last: 0xff_ff_ff_ff }

/** The range of one address. */
export const only = (address: number): IpRange => ({ first: address, last: address })

/** Number of addresses. */
export const sizeOf = ({ first, last }: IpRange): number => last - first + 1

export const isSame = (one: IpRange, other: IpRange): boolean => one.first === other.first && one.last === other.last

export const contains = (outer: IpRange, inner: IpRange): boolean => outer.first <= inner.first && inner.last <= outer.last

/** Whether they share an address. */
export const overlap = (one: IpRange, other: IpRange): boolean => one.first <= other.last && other.first <= one.last

/** Sorts by first address, of several the widest first. */
export const byAddress = (one: IpRange, other: IpRange): number => one.first - other.first || other.last - one.last

/** The same for equal ranges, for maps and sets. */
export const keyOf = ({ first, last }: IpRange): string => `${first}-${last}`

/** "192.0.2.1" */
export const formatAddress = (address: number): string =>
  `${address >>> 24}.${(address >>> 16) & 255}.${(address >>> 8) & 255}.${address & 255}`

/** "192.0.2.1" or "192.0.2.1-192.0.2.9", a notation that `readNotation` reads back. */
export const formatRange = ({ first, last }: IpRange): string =>
  first === last ? formatAddress(first) : `${formatAddress(first)}-${formatAddress(last)}`

export const toWire = ({ first, last }: IpRange): BannedRange => ({ firstIp: formatAddress(first), lastIp: formatAddress(last) })

/** null for what is no IPv4 range: a service may list what it likes. No last address means one address. */
export function fromWire({ firstIp, lastIp }: BannedRange): IpRange | null {
  const end = lastIp || firstIp
  if (!ipv4.safeParse(firstIp).success || !ipv4.safeParse(end).success) return null
  const range = { first: ipv4ToNumber(firstIp), last: ipv4ToNumber(end) }
  return range.first <= range.last ? range : null
}

/** Sets of addresses, given as ranges in any order that may overlap. Returned sets are sorted, and no two of their ranges touch. */

const mutable = ({ first, last }: IpRange) => ({ first, last })

/** All addresses of the ranges, in the fewest ranges. */
export function union(ranges: readonly IpRange[]): IpRange[] {
  const merged: { first: number; last: number }[] = []
  let open: { first: number; last: number } | undefined
  for (const range of ranges.toSorted(byAddress)) {
    if (!open || range.first > open.last + 1) merged.push((open = mutable(range)))
    else if (range.last > open.last) open.last = range.last
  }
  return merged
}

/** The addresses in both. */
export function intersect(some: readonly IpRange[], others: readonly IpRange[]): IpRange[] {
  const [ours, theirs] = [union(some), union(others)]
  const shared: IpRange[] = []
  for (let i = 0, j = 0; i < ours.length && j < theirs.length;) {
    const [one, other] = [ours[i]!, theirs[j]!]
    const both = { first: Math.max(one.first, other.first), last: Math.min(one.last, other.last) }
    if (both.first <= both.last) shared.push(both)
    if (one.last < other.last) i++
    else j++
  }
  return shared
}

/** The addresses of the first that are not in the second. */
export function difference(some: readonly IpRange[], without: readonly IpRange[]): IpRange[] {
  const holes = union(without)
  const rest: IpRange[] = []
  let next = 0
  for (const { first, last } of union(some)) {
    let from = first
    while (next < holes.length && holes[next]!.last < first) next++
    // A hole may reach into the next range too, so it is left for that one.
    for (let index = next; index < holes.length && holes[index]!.first <= last; index++) {
      if (holes[index]!.first > from) rest.push({ first: from, last: holes[index]!.first - 1 })
      from = holes[index]!.last + 1
      next = index
    }
    if (from <= last) rest.push({ first: from, last })
  }
  return rest
}

/** Number of addresses, each counted once. */
export const countOf = (ranges: readonly IpRange[]): number => union(ranges).reduce((sum, range) => sum + sizeOf(range), 0)

/**
 * The fewest of the ranges that contain the same addresses as all of them, sorted by address. Each of them touches at most its neighbours, and each
 * one left out lies within one of them or within two neighbours.
 */
export function minimalCover<T extends IpRange>(ranges: readonly T[]): T[] {
  const kept: T[] = []
  let covered = -1
  // The one that reaches furthest of those that leave no gap.
  let best: T | undefined
  const keepBest = () => {
    if (!best || best.last <= covered) return
    kept.push(best)
    covered = best.last
  }
  for (const range of ranges.toSorted(byAddress)) {
    if (range.first > covered + 1) keepBest()
    if (!best || range.last > best.last) best = range
  }
  keepBest()
  return kept
}
