import type { ChatPlan } from '#engine/bans/plan.ts'
import { indexRanges } from '#engine/bans/range-index.ts'
import { byAddress, keyOf, sizeOf, type IpRange, difference } from '#engine/bans/range.ts'
import { ban, unban } from '#engine/bans/steps.ts'

/** How a chat has an entry: as it is; all of its addresses, by wider entries or several together (`findBan` says which); or not all of them. */
export type EntryState = 'has' | 'covered' | 'missing'

/** Each different entry once, by address, with its state in every chat. */
export function compareChats<Chat>(entriesByChat: ReadonlyMap<Chat, readonly IpRange[]>) {
  const lists = [...entriesByChat].map(([chat, entries]) => ({ chat, index: indexRanges(entries), keys: new Set(entries.map(keyOf)) }))
  const ranges = new Map([...entriesByChat.values()].flat().map((range) => [keyOf(range), range]))
  return [...ranges]
    .map(([key, range]) => {
      const stateIn = ({ index, keys }: (typeof lists)[number]): EntryState =>
        keys.has(key) ? 'has' : index.coveredIn(range) === sizeOf(range) ? 'covered' : 'missing'
      return { range, states: new Map(lists.map((list) => [list.chat, stateIn(list)])) }
    })
    .toSorted((one, other) => byAddress(one.range, other.range))
}

export const isMissing = ({ states }: { states: ReadonlyMap<unknown, EntryState> }) => [...states.values()].includes('missing')

/** `copy` adds what a chat has not banned yet; `equal` makes its list the same. */
export type CopyMode = 'copy' | 'equal'

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
