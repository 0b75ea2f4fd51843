import type { ChatPlan } from '#engine/bans/plan.ts'
import { keyOf, sizeOf, type IpRange } from '#engine/bans/range.ts'
import { indexRanges } from '#engine/bans/range-index.ts'
import { difference } from '#engine/bans/sets.ts'
import { ban, unban } from '#engine/bans/steps.ts'

/** `copy` adds what a chat has not banned yet; `equal` makes its list the same. */
export type CopyMode = 'copy' | 'equal'

/** The steps that copy entries to the list of another chat. */
export function planCopy(source: readonly IpRange[], target: readonly IpRange[], mode: CopyMode): Pick<ChatPlan, 'steps' | 'mayUnban'> {
  const wanted = [...new Map(source.map((entry) => [keyOf(entry), entry])).values()]
  if (mode === 'copy') {
    const list = indexRanges(target)
    return { steps: wanted.filter((entry) => list.coveredIn(entry) < sizeOf(entry)).map(ban), mayUnban: [] }
  }
  const there = new Set(target.map(keyOf))
  const wantedKeys = new Set(wanted.map(keyOf))
  const extra = target.filter((entry) => !wantedKeys.has(keyOf(entry)))
  const missing = wanted.filter((entry) => !there.has(keyOf(entry)))
  return { steps: [...missing.map(ban), ...extra.map(unban)], mayUnban: difference(extra, wanted) }
}
