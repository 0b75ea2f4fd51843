import { byAddress, isSame, keyOf, overlap, type IpRange, sizeOf, difference, minimalCover } from './range.ts'
import { indexRanges } from './range-index.ts'

/**
 * One call of the API. Plans are lists of steps in order, each read back before the next (docs/assumptions.md row 12). They work with both kinds of
 * services: those that unban all copies of a range at once, and those that unban one. Unbanning a range that is not listed counts as done.
 */
export interface BanStep {
  action: 'ban' | 'unban'
  range: IpRange
}

export const ban = (range: IpRange): BanStep => ({ action: 'ban', range: { first: range.first, last: range.last } })
export const unban = (range: IpRange): BanStep => ({ action: 'unban', range: { first: range.first, last: range.last } })

/** The list after the steps, by address, on a service that keeps entries as they are sent and unbans one copy at a time. */
export function resultOf(entries: readonly IpRange[], steps: readonly BanStep[]): IpRange[] {
  const copies = new Map<string, { range: IpRange; count: number }>()
  const change = (range: IpRange, by: 1 | -1) => {
    const count = (copies.get(keyOf(range))?.count ?? 0) + by
    copies.set(keyOf(range), { range, count: Math.max(count, 0) })
  }
  for (const entry of entries) change(entry, 1)
  for (const { action, range } of steps) change(range, action === 'ban' ? 1 : -1)
  return [...copies.values()].flatMap(({ range, count }) => Array.from({ length: count }, () => range)).toSorted(byAddress)
}

/**
 * The steps back to the list before a plan, from wherever it stopped: ranges it unbanned are banned again first, then ranges it banned are unbanned.
 * Entries that the plan did not touch stay, whoever changed them meanwhile.
 * @param steps the whole plan, carried out or not
 * @param now the entries as the service lists them
 */
export function planRollBack(steps: readonly BanStep[], now: readonly IpRange[]): BanStep[] {
  const present = new Set(now.map(keyOf))
  const rangesOf = (wanted: BanStep['action']) => [
    ...new Map(steps.filter(({ action }) => action === wanted).map(({ range }) => [keyOf(range), range])).values(),
  ]
  return [
    ...rangesOf('unban')
      .filter((range) => !present.has(keyOf(range)))
      .map(ban),
    ...rangesOf('ban')
      .filter((range) => present.has(keyOf(range)))
      .map(unban),
  ]
}

/**
 * The addresses that unbanning a range would unban unintentionally: checked just before each such step, with the entries as the service lists them,
 * because a service may merge or refuse what was banned before (docs/assumptions.md row 12) and someone else may change the list. Empty: it is safe.
 * @param intended the addresses that are to be unbanned, null for none
 */
export function unintendedUnbans(removed: IpRange, now: readonly IpRange[], intended: IpRange | null): IpRange[] {
  // Of several copies, the service may remove all.
  const remaining = now.filter((entry) => overlap(entry, removed) && !isSame(entry, removed))
  return difference([removed], intended ? [...remaining, intended] : remaining)
}

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
