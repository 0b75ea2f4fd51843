import { median } from '../figures.ts'
import type { Load } from './measure.ts'
import { kinds } from './traffic.ts'

/**
 * The goals are shares of the time that another console takes until its first rows are visible. This is that time as a multiple of the reference
 * page's, measured once (bench/README.md), so that the goals can be checked without that console.
 */
const otherConsole = 2.9

/** Multiples of the reference page's time until its rows are visible. */
const goals = {
  content: (page: string) => (page === 'Chats' ? 0.5 : 0.7) * otherConsole,
  firstPaint: 0.25 * otherConsole,
  requestsBefore: 20,
  /** kB over the wire before its rows are visible. */
  scriptsOfChats: 150,
}

export interface Measured {
  name: string
  build: string
  loads: Load[]
}

/** Prints the medians as a table that bench/README.md can take over. @param references the loads of the reference page, one before each page */
export function printReport(references: Load[], measured: Measured[]): void {
  const rows = references.map(({ content }) => content)
  const unit = median(rows)
  const [paint, usable] = [medianOf(references, 'firstPaint'), medianOf(references, 'usable')]
  console.log(
    `Reference: rows visible after ${ms(unit)} ms (${ms(Math.min(...rows))} to ${ms(Math.max(...rows))}), first paint ${ms(paint)}, usable ${ms(usable)}\n`,
  )
  printTable([
    ['page', 'build', 'requests', ...kinds, 'in all', 'first paint', 'content', 'usable', 'goals'],
    ...measured.map(({ name, build, loads }) => {
      const time = (key: Time) => `${ms(medianOf(loads, key))} (${(medianOf(loads, key) / unit).toFixed(2)})`
      return [
        name,
        build,
        String(medianOf(loads, 'requestsBefore')),
        ...kinds.map((kind) => (bytesOf(loads, kind) / 1000).toFixed(1)),
        `${medianOf(loads, 'requests')}, ${(medianOf(loads, 'bytes') / 1000).toFixed(0)} kB`,
        time('firstPaint'),
        time('content'),
        time('usable'),
        verdict(name, loads, unit),
      ]
    }),
  ])
  console.log(
    '\nRequests, and kB by kind: until the content is visible. Times in ms, in brackets as multiples of when the reference shows its rows.',
  )
  compare(measured)
}

type Time = 'firstPaint' | 'content' | 'usable'

function verdict(name: string, loads: Load[], unit: number): string {
  const missed = [
    ...over('content', medianOf(loads, 'content') / unit, goals.content(name)),
    ...over('first paint', medianOf(loads, 'firstPaint') / unit, goals.firstPaint),
    ...over('requests', medianOf(loads, 'requestsBefore'), goals.requestsBefore),
    ...(name === 'Chats' ? over('scripts', bytesOf(loads, 'script') / 1000, goals.scriptsOfChats) : []),
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
      return [name, ...times.map((key) => (medianOf(here.loads, key) / medianOf(loads, key)).toFixed(2))]
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

const medianOf = (loads: Load[], key: Exclude<keyof Load, 'bytesBefore'>) => median(loads.map((load) => load[key]))
const bytesOf = (loads: Load[], kind: (typeof kinds)[number]) => median(loads.map(({ bytesBefore }) => bytesBefore[kind]))

const ms = (figure: number) => (Number.isNaN(figure) ? 'never' : String(Math.round(figure)))
