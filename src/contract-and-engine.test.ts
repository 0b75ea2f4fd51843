import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { expect, test } from 'vitest'

/** What architecture.test.ts does not say of the two rooms that everything else stands on. */

const root = import.meta.dirname
const under = (room: string) =>
  readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
    .map((path) => posix.join(room, path.replaceAll('\\', '/')))
    .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|\/test-/.test(path))
const [contract, engine] = [under('contract'), under('engine')]
const read = (path: string) => readFileSync(join(root, path), 'utf8')

test('the contract is the API as data: what compares and calculates is in the engine', () => {
  const folders = contract.map((path) => dirname(path).replace(/^contract\/?/, ''))
  expect([...new Set(folders)].toSorted()).toEqual(['', 'gateway', 'hours', 'presets', 'rules'])
})

test('the engine knows no page', () => {
  const page = /\b(document|localStorage|sessionStorage|navigator|location|globalThis\.window)\.\w/
  expect(engine.filter((path) => page.test(read(path).replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, '')))).toEqual([])
})

test('no file is in a circle', () => {
  const imports = new Map(
    [...contract, ...engine].map((path) => [
      path,
      [...read(path).matchAll(/\bfrom '([.#][^']+)'/g)].map(([, name = '']) =>
        name.startsWith('#') ? name.slice(1) : posix.join(dirname(path), name),
      ),
    ]),
  )
  const reaches = (path: string, sought: string, seen = new Set<string>()): boolean =>
    (imports.get(path) ?? []).some((next) => next === sought || (!seen.has(next) && seen.add(next) && reaches(next, sought, seen)))
  expect([...imports.keys()].filter((path) => reaches(path, path))).toEqual([])
})
