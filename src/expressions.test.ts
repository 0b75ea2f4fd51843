import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { checkSync } from 'recheck'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseSync, Visitor, type ESTree } from 'vite'

/**
 * No regular expression of ours takes more than linear time, whatever it is fed: paths and headers of 16 KiB come from anybody, fields of 1 MiB from
 * any account, messages from any guest. The library judges by the expression itself. Where it calls one slow, the engine has the last word, on the
 * text that the library gives as a proof.
 */

// In this very thread: its other ways start programs of their own, or wait for one.
process.env['RECHECK_SYNC_BACKEND'] = 'pure'

interface Found {
  place: string
  source: string
  flags: string
}

const root = join(import.meta.dirname, '..')
const files = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => posix.join(entry.parentPath.slice(root.length + 1).replaceAll('\\', '/'), entry.name))
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\/test(ing|-[\w-]+)\.tsx?$|\/testing\//.test(path))

const literals: Found[] = []
/** The files that make expressions out of text. */
const makers = new Set<string>()
for (const file of files) {
  const text = readFileSync(join(root, file), 'utf8')
  const note = (callee: ESTree.Expression) => {
    if (callee.type === 'Identifier' && callee.name === 'RegExp') makers.add(file)
  }
  const visitor = new Visitor({
    Literal: (node) => {
      if (!('regex' in node)) return
      const { pattern, flags } = node.regex
      literals.push({ place: `${file}:${text.slice(0, node.start).split('\n').length}`, source: pattern, flags })
    },
    NewExpression: ({ callee }) => note(callee),
    CallExpression: ({ callee }) => note(callee),
  })
  visitor.visit(parseSync(file, text).program)
}

/** How to have the expressions made that are put together from parts. */
const making: Record<string, () => Promise<unknown>> = {
  // Before what imports it, so that its own are not taken for those.
  'src/contract/values.ts': () => import('#contract/values.ts'),
  'src/contract/endpoint.ts': () => import('#contract/api.ts'),
  'src/engine/analysis/visible-text.ts': () => import('#engine/analysis/visible-text.ts'),
  'src/dashboard/features/banned-ips/paste/paste-csv.ts': async () => {
    const { readCsv } = await import('#dashboard/features/banned-ips/paste/paste-csv.ts')
    for (const delimiter of [',', ';', '\t']) readCsv(`firstIp${delimiter}lastIp\n1.2.3.4${delimiter}1.2.3.5`)
  },
}

/** What a person types to search, at work in a thread that is ended when it takes too long. */
const typed = ['src/engine/analysis/message-index.ts']

const made: Found[] = []
const Native = RegExp
beforeAll(async () => {
  globalThis.RegExp = new Proxy(Native, {
    construct: (target, [pattern, flags]: [string | RegExp, string?]) => {
      const expression = new target(pattern, flags)
      // Others make expressions too while ours are loaded.
      const { stack = '' } = new Error()
      const place = [...makers].find((file) => stack.includes(file))
      if (place) made.push({ place, source: expression.source, flags: expression.flags })
      return expression
    },
  })
  for (const make of Object.values(making)) await make()
})
afterAll(() => {
  globalThis.RegExp = Native
})

test('every expression is found', () => {
  expect(literals.length).toBeGreaterThan(150)
  expect([...makers].toSorted()).toEqual([...Object.keys(making), ...typed].toSorted())
  expect(Object.keys(making).filter((file) => !made.some(({ place }) => place === file))).toEqual([])
})

test('quadratic time is noticed', { timeout: 300_000 }, () => {
  const slow: [string, string][] = [
    [String.raw`\.[^/]*$`, ''],
    [String.raw`^\S+@\S+$`, ''],
    [String.raw`(?<!x)\s+$`, 'u'],
    [String.raw`^(?:a|a)*$`, ''],
  ]
  expect(slow.map(([source, flags]) => slowness({ place: '', source, flags }))).toEqual([
    ...Array<unknown>(3).fill(expect.stringContaining('times as long')),
    'exponential',
  ])
})

/** So many together take seconds, also on a busy machine where all of them would take longer than a test may. */
const partSize = 25
const parts = Array.from({ length: Math.ceil(literals.length / partSize) }, (_, index) =>
  literals.slice(index * partSize, (index + 1) * partSize),
)

test.each(parts.map((part): [string, Found[]] => [part[0]!.place, part]))(
  'no expression takes more than linear time, from %s on',
  { timeout: 300_000 },
  (_, part) => expect(slowIn(part)).toEqual([]),
)

test('no expression that is put together takes more than linear time', { timeout: 300_000 }, () => expect(slowIn(made)).toEqual([]))

function slowIn(all: readonly Found[]): string[] {
  // The paths of endpoints differ in their words alone, and a word takes the same time whichever it is.
  const distinct = new Map(all.map((found) => [`/${found.source.replaceAll(/(?<=\\\/)[a-z-]+/g, 'word')}/${found.flags}`, found]))
  return [...distinct.values()].flatMap((found) => {
    const why = slowness(found)
    return why === null ? [] : [`${found.place} /${found.source}/${found.flags}: ${why}`]
  })
}

/** Why an expression is too slow, or null. */
function slowness({ source, flags }: Found): string | null {
  // Limits of steps and not of time, so that it says the same on a busy machine. It takes sticky expressions for others, which try many more places.
  const limits = {
    timeout: null,
    attackTimeout: null,
    incubationTimeout: null,
    attackLimit: 1e8,
    maxAttackStringSize: 30_000,
    maxRepeatCount: 100,
  }
  // The time to judge grows with the square of a repeat and more. What is slow after sixteen digits or more is slow after three or more.
  const verdict = checkSync(source.replaceAll(/\{\d{2,},\}/g, '{3,}'), flags, limits)
  if (verdict.status === 'safe') return null
  if (verdict.status === 'unknown') return `not understood (${verdict.error.kind})`
  if (verdict.complexity.type === 'exponential') return 'exponential'
  const { pumps, suffix } = verdict.attack
  const attack = (times: number) => pumps.map(({ prefix, pump }) => prefix + pump.repeat(times)).join('') + suffix
  return growth(new Native(source, flags), attack)
}

/** Whether 16 times the text takes a good deal more than 16 times as long (where time is quadratic, 256 times): a sentence, or null where it does not. */
function growth(expression: RegExp, attack: (times: number) => string): string | null {
  // Up to where a single look takes long enough to be measured, or the text is as long as any can be.
  for (let times = 16; times <= 2 ** 20; times *= 2) {
    const long = timeOf(expression, attack(times))
    if (long < 100_000) continue
    const factor = long / Math.max(1, timeOf(expression, attack(times / 16)))
    return factor < 64 ? null : `16 times the text takes ${Math.round(factor)} times as long`
  }
  return null
}

/** The least of three, in microseconds of this process and not of the clock: other processes do not count. */
function timeOf(expression: RegExp, text: string): number {
  const once = () => {
    expression.lastIndex = 0
    const start = process.cpuUsage()
    expression.exec(text)
    const { user, system } = process.cpuUsage(start)
    return user + system
  }
  return Math.min(once(), once(), once())
}
