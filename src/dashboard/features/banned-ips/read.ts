import type { BannedRange } from '#contract/banned-ips.ts'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { prefixOf } from './ranges/cidr.ts'
import { byAddress, formatAddress, formatRange, fromWire, keyOf, sizeOf, type IpRange } from '#engine/bans/range.ts'
import { indexRanges } from '#engine/bans/range-index.ts'
import { planTidy, type TidyFinding } from '#engine/bans/tidy.ts'

export interface BanEntry extends IpRange {
  /** Copies of one range differ in their number: a service may list one twice (docs/assumptions.md row 12). */
  id: string
  size: number
}

export type BanList = ReturnType<typeof listOf>

export function listOf(data: BannedRange[]) {
  const seen = new Map<string, number>()
  const ranges = data.flatMap((wire) => fromWire(wire) ?? []).toSorted(byAddress)
  const entries = ranges.map((range): BanEntry => {
    const copy = (seen.get(keyOf(range)) ?? 0) + 1
    seen.set(keyOf(range), copy)
    return { ...range, id: copy === 1 ? keyOf(range) : `${keyOf(range)}#${copy}`, size: sizeOf(range) }
  })
  const index = indexRanges(entries)
  const { findings } = planTidy(entries, { mergeAdjacent: true, mergeOverlapping: true })
  return {
    /** Sorted by address. */
    entries,
    index,
    /** What the service lists that is not an IPv4 range. */
    unreadable: data.filter((wire) => fromWire(wire) === null),
    findings: new Map(findings.map((finding) => [idOfFinding(finding), finding])),
  }
}

/** A copy differs from the first by its number. */
const idOfFinding = ({ kind, range }: TidyFinding) => (kind === 'duplicate' ? `${keyOf(range)}#2` : keyOf(range))

/** "1.2.3.0/24" where it is one block, else "1.2.3.4 – 1.2.3.9", or the address. */
export function nameOf(range: IpRange): string {
  if (range.first === range.last) return formatAddress(range.first)
  const prefix = prefixOf(range)
  return prefix === null ? formatRange(range).replace('-', ' – ') : `${formatAddress(range.first)}/${prefix}`
}

export const entriesInWords = (ranges: readonly IpRange[]): string =>
  ranges.length === 1 ? nameOf(ranges[0]!) : counted(ranges.length, 'entry', 'entries')
