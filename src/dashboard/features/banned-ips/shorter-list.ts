import type { BannedRange } from '#contract/banned-ips.ts'
import { fromWire } from '#engine/bans/range.ts'
import { planTidy } from '#engine/bans/tidy.ts'

/** How many entries a list of bans has, and how many fewer would ban the same addresses. */
export interface ShorterList {
  entries: number
  fewer: number
}

/** null where the list cannot be shortened. */
export function shorterList(banned: readonly BannedRange[]): ShorterList | null {
  const ranges = banned.flatMap((wire) => fromWire(wire) ?? [])
  const { proof } = planTidy(ranges, { mergeAdjacent: true, mergeOverlapping: true })
  const fewer = proof.entriesBefore - proof.entriesAfter
  return fewer > 0 ? { entries: proof.entriesBefore, fewer } : null
}
