import { compareChats } from '#dashboard/features/banned-ips/copy/compare-chats.ts'
import { findBan, indexRanges } from '#engine/bans/range-index.ts'
import { judge } from '#dashboard/features/banned-ips/ranges/judge.ts'
import { mapOf } from '#dashboard/features/banned-ips/map/map.ts'
import { readPaste } from '#dashboard/features/banned-ips/paste/paste.ts'
import type { Pasted } from '#dashboard/features/banned-ips/paste/pasted.ts'
import { formatRange, only, overlap, type IpRange, intersect, union } from '#engine/bans/range.ts'
import { planUnbanPart } from '#engine/bans/steps.ts'
import { planTidy } from '#engine/bans/tidy.ts'
import { machine, median } from './figures.ts'

/** How long computations on ban lists take, some of which a page does at every keystroke. Prints figures without a verdict. */

const entries = 20_000
const rounds = 15

function main(): void {
  const random = generator(20_261_120)
  const [ours, theirs] = [listOf(random), listOf(random)]
  const text = theirs.map((range, index) => `${formatRange(range)}${index % 3 ? '' : ' # seen twice'}\n`).join('')
  const log = theirs
    .map(({ first }) => `${formatRange(only(first))} - - [20/Nov/2026:12:00:00 +0000] "GET / HTTP/1.1" 200 612 "-" "Mozilla/5.0"\n`)
    .join('')
  const nonsense = 'Lorem ipsum dolor sit amet, consectetur 1 of 2\n'.repeat(100_000)
  const pasted = readPaste(text)
  const index = indexRanges(ours)
  const rooms = new Map(Array.from({ length: 7 }, (_, room) => [room, room % 2 ? theirs : ours.slice(room * 1000)]))
  const somewhere = ours[entries / 2]!

  console.table({
    [`read ${entries} lines`]: measure(() => readPaste(text)),
    [`read ${entries} lines of a log`]: measure(() => readPaste(log)),
    'read 100000 lines of nonsense': measure(() => readPaste(nonsense)),
    [`union of ${entries}`]: measure(() => union(ours)),
    [`overlap of ${entries} with ${entries}`]: measure(() => intersect(ours, theirs)),
    [`index ${entries}`]: measure(() => indexRanges(ours)),
    [`judge ${entries} against ${entries}`]: measure(() => judge(index, pasted, 0)),
    [`text to verdicts, all of it`]: measure(() => judge(indexRanges(ours), readPaste(text), 0)),
    [`judge ${entries} wide ones, each over all entries`]: measure(() => judge(index, wideOnes(), 0)),
    'who bans an address, 1000 times': measure(() => ours.slice(0, 1000).map(({ first }) => findBan(index, first))),
    'map, 256 cells': measure(() => mapOf(index)),
    [`plan to tidy ${entries}`]: measure(() => planTidy(ours, { mergeAdjacent: true, mergeOverlapping: true })),
    [`plan to spare an address of ${entries}`]: measure(() => planUnbanPart(ours, only(somewhere.first))),
    'seven rooms side by side': measure(() => compareChats(rooms)),
  })
  const shared = ours.filter((range) => theirs.some((other) => overlap(range, other))).length
  console.log(`${shared} of ${entries} entries overlap one of the other list`)
  console.log(machine())
}

/** Milliseconds: the first run, which is what a page experiences, and the median and maximum of the others. */
function measure(work: () => unknown) {
  const taken = Array.from({ length: rounds }, () => {
    const start = performance.now()
    work()
    return Math.round((performance.now() - start) * 10) / 10
  })
  const [first, ...others] = taken
  return { first, median: median(others), worst: Math.max(...others) }
}

/** Single addresses, small ranges and some of up to a /16, unordered. */
function listOf(random: () => number): IpRange[] {
  return Array.from({ length: entries }, () => {
    const first = Math.floor(random() * 0xdf_ff_00_00)
    const size = random() < 0.5 ? 1 : Math.floor(2 ** (random() * 16))
    return { first, last: first + size - 1 }
  })
}

const wideOnes = (): Pasted[] =>
  Array.from({ length: entries }, (_, line) => ({ line, text: '', comment: '', range: { first: line, last: 0xff_ff_ff_ff - line } }))

/** Numbers from 0 to 1, the same in every run. */
function generator(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

main()
