import type { RoomPlan } from '../changes/plan.ts'
import { keyOf, sizeOf, type Range } from '../ranges/range.ts'
import { indexRanges } from '../ranges/range-index.ts'
import { difference } from '../ranges/sets.ts'
import { ban, lift } from '../ranges/steps.ts'

/** `copy` adds what a room has not banned yet; `equal` makes its list the very same. */
export type How = 'copy' | 'equal'

/** What copying entries to the list of another room takes. */
export function planCopy(source: readonly Range[], target: readonly Range[], how: How): Pick<RoomPlan, 'steps' | 'frees'> {
  const wanted = [...new Map(source.map((entry) => [keyOf(entry), entry])).values()]
  if (how === 'copy') {
    const list = indexRanges(target)
    return { steps: wanted.filter((entry) => list.coveredIn(entry) < sizeOf(entry)).map(ban), frees: [] }
  }
  const there = new Set(target.map(keyOf))
  const wantedKeys = new Set(wanted.map(keyOf))
  const extra = target.filter((entry) => !wantedKeys.has(keyOf(entry)))
  const missing = wanted.filter((entry) => !there.has(keyOf(entry)))
  return { steps: [...missing.map(ban), ...extra.map(lift)], frees: difference(extra, wanted) }
}
