import { goals } from './goals.ts'
import type { Load } from './measure.ts'
import { kinds } from './traffic.ts'

export interface Measured {
  name: string
  build: string
  /** Each load of the page with that of the reference just before it. */
  loads: { reference: Load; page: Load }[]
}

type Time = 'firstPaint' | 'content' | 'usable'

/** Prints the medians as a table that bench/README.md can take over. */
export function printReport(measured: Measured[]): void {
  const references = measured.flatMap(({ loads }) => loads.map(({ reference }) => reference))
  const rows = references.map(({ content }) => content)
  console.log(
    `Reference: rows visible after ${ms(median(rows))} ms (${ms(Math.min(...rows))} to ${ms(Math.max(...rows))}), first paint ${ms(median(references.map(({ firstPaint }) => firstPaint)))}, usable ${ms(median(references.map(({ usable }) => usable)))}; ${kilobytes(references, 'script')} kB of scripts.\n`,
  )
  printTable([
    ['page', 'build', 'requests', ...kinds, 'in all', 'first paint', 'content', 'usable', 'goals'],
    ...measured.map(({ name, build, loads }) => {
      const pages = loads.map(({ page }) => page)
      const of = (time: Time) => `${ms(median(pages.map((page) => page[time])))} (${ratio(loads, time).toFixed(2)})`
      return [
        name,
        build,
        String(median(pages.map(({ requestsBefore }) => requestsBefore))),
        ...kinds.map((kind) => kilobytes(pages, kind)),
        `${median(pages.map(({ requests }) => requests))}, ${(median(pages.map(({ bytes }) => bytes)) / 1000).toFixed(0)} kB`,
        of('firstPaint'),
        of('content'),
        of('usable'),
        verdict(name, loads),
      ]
    }),
  ])
  console.log(
    '\nRequests, and kB by kind: until the content is visible. Times in ms, in brackets as multiples of when the reference shows its rows.',
  )
  compare(measured)
}

/** Paired with the load just before, because the speed of a machine in use changes from minute to minute. */
const ratio = (loads: Measured['loads'], time: Time) => median(loads.map(({ reference, page }) => page[time] / reference.content))

function verdict(name: string, loads: Measured['loads']): string {
  const missed = [
    ...over('content', ratio(loads, 'content'), goals.content(name)),
    ...over('first paint', ratio(loads, 'firstPaint'), goals.firstPaint),
    ...over('requests', median(loads.map(({ page }) => page.requestsBefore)), goals.requestsBefore),
  ]
  return missed.length ? missed.join(', ') : 'reached'
}

const over = (what: string, figure: number, goal: number) =>
  figure > goal ? [`${what} ${(figure / goal).toFixed(2)} × ${Number(goal.toFixed(2))}`] : []

/** This build's time as a share of the compared one's, by page. */
function compare(measured: Measured[]): void {
  const compared = measured.filter(({ build }) => build === 'compared')
  if (compared.length === 0) return
  console.log('\nThis build as a share of the compared one:\n')
  printTable([
    ['page', 'first paint', 'content', 'usable'],
    ...compared.map(({ name, loads }) => {
      const here = measured.find((other) => other.name === name && other.build === 'this')!
      const times = ['firstPaint', 'content', 'usable'] as const
      return [name, ...times.map((time) => (ratio(here.loads, time) / ratio(loads, time)).toFixed(2))]
    }),
  ])
}

function printTable(rows: string[][]): void {
  const [head = []] = rows
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  for (const [index, row] of rows.entries()) {
    console.log(`| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`)
    if (index === 0) console.log(`|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`)
  }
}

const kilobytes = (loads: Load[], kind: (typeof kinds)[number]) =>
  (median(loads.map(({ bytesBefore }) => bytesBefore[kind])) / 1000).toFixed(1)

const ms = (figure: number) => (Number.isNaN(figure) ? 'never' : String(Math.round(figure)))

/** A page that was never usable counts as the slowest. */
function median(figures: number[]): number {
  const sorted = figures.toSorted((a, b) => (Number.isNaN(a) ? 1 : Number.isNaN(b) ? -1 : a - b))
  return sorted[Math.floor(sorted.length / 2)] ?? NaN
}
