import { byPlace, isSame, keyOf, overlap, type Range } from './range.ts'
import { difference } from './sets.ts'

/**
 * One call of the API. Plans are lists of steps to be taken in order, each read back before the next (assumptions.md row 12), and hold against
 * both kinds of services: those that lift all copies of a range at once, and those that lift one. A lift that finds nothing is done.
 */
export interface Step {
  act: 'ban' | 'lift'
  range: Range
}

export const ban = (range: Range): Step => ({ act: 'ban', range: { first: range.first, last: range.last } })
export const lift = (range: Range): Step => ({ act: 'lift', range: { first: range.first, last: range.last } })

/** The list after the steps, by address, on a service that keeps entries as they are sent and lifts one copy at a time. */
export function resultOf(entries: readonly Range[], steps: readonly Step[]): Range[] {
  const copies = new Map<string, { range: Range; count: number }>()
  const change = (range: Range, by: 1 | -1) => {
    const count = (copies.get(keyOf(range))?.count ?? 0) + by
    copies.set(keyOf(range), { range, count: Math.max(count, 0) })
  }
  for (const entry of entries) change(entry, 1)
  for (const { act, range } of steps) change(range, act === 'ban' ? 1 : -1)
  return [...copies.values()].flatMap(({ range, count }) => Array.from({ length: count }, () => range)).toSorted(byPlace)
}

/**
 * The steps back to the list before a plan, from wherever it stopped: what it lifted is banned again first, then what it banned is lifted. Entries
 * that the plan did not touch stay, whoever changed them meanwhile.
 * @param steps the whole plan, taken or not
 * @param now the entries as the service lists them
 */
export function planRollBack(steps: readonly Step[], now: readonly Range[]): Step[] {
  const present = new Set(now.map(keyOf))
  const rangesOf = (wanted: Step['act']) => [
    ...new Map(steps.filter(({ act }) => act === wanted).map(({ range }) => [keyOf(range), range])).values(),
  ]
  return [
    ...rangesOf('lift')
      .filter((range) => !present.has(keyOf(range)))
      .map(ban),
    ...rangesOf('ban')
      .filter((range) => present.has(keyOf(range)))
      .map(lift),
  ]
}

/**
 * The addresses that a lift would unban and should not: to be asked just before each lift, with the entries as the service lists them, because a
 * service may merge or refuse what was banned before (assumptions.md row 12) and somebody else may lift it. Empty means that the lift is safe.
 * @param spared the addresses that are to be unbanned, null for none
 */
export function lostByLifting(lifted: Range, now: readonly Range[], spared: Range | null): Range[] {
  // Of several copies all may go.
  const staying = now.filter((entry) => overlap(entry, lifted) && !isSame(entry, lifted))
  return difference([lifted], spared ? [...staying, spared] : staying)
}
