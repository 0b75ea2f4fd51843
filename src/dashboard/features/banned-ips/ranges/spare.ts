import { overlap, sizeOf, type Range } from './range.ts'
import { indexRanges } from './range-index.ts'
import { minimalCover } from './sets.ts'
import { ban, lift, type Step } from './steps.ts'

/**
 * Unbans the addresses of one range and no other. Every entry that holds some of them goes, and what else it banned is banned first, so that no
 * such address is free for a moment. Asked again in the middle of its steps it plans the rest of them.
 * @returns no steps if none of the addresses is banned
 */
export function planSpare(entries: readonly Range[], spared: Range): Step[] {
  const affected = entries.filter((entry) => overlap(entry, spared))
  const staying = indexRanges(entries.filter((entry) => !overlap(entry, spared)))
  // One that an entry covers, the very same one included, would be refused (409) or be of no use.
  const parts = affected.flatMap((entry) => partsBeside(entry, spared)).filter((part) => staying.coveredIn(part) < sizeOf(part))
  return [...minimalCover(parts).map(ban), ...affected.map(lift)]
}

function partsBeside(entry: Range, spared: Range): Range[] {
  const parts: Range[] = []
  if (entry.first < spared.first) parts.push({ first: entry.first, last: spared.first - 1 })
  if (entry.last > spared.last) parts.push({ first: spared.last + 1, last: entry.last })
  return parts
}
