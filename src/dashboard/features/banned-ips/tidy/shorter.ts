import type { BannedRange } from '#contract/banned-ips.ts'
import { fromWire } from '../ranges/range.ts'
import { planTidy } from '../ranges/tidy.ts'

/** How many entries a list of bans has, and how many fewer would ban the same addresses. */
export interface Shorter {
  entries: number
  spared: number
}

/** null where the list cannot be shorter. */
export function shorterList(banned: readonly BannedRange[]): Shorter | null {
  const ranges = banned.flatMap((wire) => fromWire(wire) ?? [])
  const { proof } = planTidy(ranges, { mergeAdjacent: true, mergeOverlapping: true })
  const spared = proof.entriesBefore - proof.entriesAfter
  return spared > 0 ? { entries: proof.entriesBefore, spared } : null
}
