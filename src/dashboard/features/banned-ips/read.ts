import { useMemo } from 'react'
import type { BannedRange } from '#contract/banned-ips.ts'
import { q } from '#dashboard/platform/api/query.ts'
import { prefixOf } from './ranges/cidr.ts'
import { byPlace, dotted, formatRange, fromWire, keyOf, sizeOf, type Range } from './ranges/range.ts'
import { indexRanges, type RangeIndex } from './ranges/range-index.ts'
import { planTidy, type Finding } from './ranges/tidy.ts'

/** One line of a room's list. */
export interface Entry extends Range {
  /** The same for copies of one range but for their number: a service may list one twice (assumptions.md row 12). */
  id: string
  size: number
}

export interface BanList {
  /** By address. */
  entries: Entry[]
  index: RangeIndex<Entry>
  /** What is banned in all. */
  addresses: number
  /** What the service lists and no IPv4 range is. */
  unreadable: BannedRange[]
  /** Why an entry could go or be joined, by its id. */
  findings: ReadonlyMap<string, Finding>
}

export const bansQuery = (chatId: number) => q('banList', { params: { chatId } })

export function useBanList(data: BannedRange[] | undefined): BanList {
  return useMemo(() => listOf(data ?? []), [data])
}

function listOf(data: BannedRange[]): BanList {
  const seen = new Map<string, number>()
  const ranges = data.flatMap((wire) => fromWire(wire) ?? []).toSorted(byPlace)
  const entries = ranges.map((range): Entry => {
    const copy = (seen.get(keyOf(range)) ?? 0) + 1
    seen.set(keyOf(range), copy)
    return { ...range, id: copy === 1 ? keyOf(range) : `${keyOf(range)}#${copy}`, size: sizeOf(range) }
  })
  const index = indexRanges(entries)
  const { findings } = planTidy(entries, { mergeAdjacent: true, mergeOverlapping: true })
  return {
    entries,
    index,
    addresses: index.coveredIn({ first: 0, last: 0xff_ff_ff_ff }),
    unreadable: data.filter((wire) => fromWire(wire) === null),
    findings: new Map(findings.map((finding) => [idOfFinding(finding), finding])),
  }
}

/** A copy is told from the first by its number. */
const idOfFinding = ({ kind, range }: Finding) => (kind === 'duplicate' ? `${keyOf(range)}#2` : keyOf(range))

/** "1.2.3.0/24" where it is one block, else "1.2.3.4 – 1.2.3.9", or the address. */
export function nameOf(range: Range): string {
  if (range.first === range.last) return dotted(range.first)
  const prefix = prefixOf(range)
  return prefix === null ? formatRange(range).replace('-', ' – ') : `${dotted(range.first)}/${prefix}`
}
