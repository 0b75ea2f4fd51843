import { overlap, sizeOf, type IpRange } from './range.ts'
import { indexRanges } from './range-index.ts'
import { minimalCover } from './sets.ts'
import { ban, unban, type BanStep } from './steps.ts'

/**
 * Unbans the addresses of one range and no others. Every entry that contains some of them is removed, and the rest of each entry is banned first, so
 * that no other address is allowed for a moment. Called again in the middle of its steps, it plans the remaining ones.
 * @returns no steps if none of the addresses is banned
 */
export function planUnbanPart(entries: readonly IpRange[], target: IpRange): BanStep[] {
  const affected = entries.filter((entry) => overlap(entry, target))
  const remaining = indexRanges(entries.filter((entry) => !overlap(entry, target)))
  // A part that another entry covers would be refused (409) or change nothing.
  const parts = affected.flatMap((entry) => partsOutside(entry, target)).filter((part) => remaining.coveredIn(part) < sizeOf(part))
  return [...minimalCover(parts).map(ban), ...affected.map(unban)]
}

function partsOutside(entry: IpRange, target: IpRange): IpRange[] {
  const parts: IpRange[] = []
  if (entry.first < target.first) parts.push({ first: entry.first, last: target.first - 1 })
  if (entry.last > target.last) parts.push({ first: target.last + 1, last: entry.last })
  return parts
}
