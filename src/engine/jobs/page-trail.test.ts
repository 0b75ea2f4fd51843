import { expect, test } from 'vitest'
import { type PageOfMessages, createPageTrail } from './read-pages.ts'

const page = (ids: number[], next?: string): PageOfMessages => ({ messages: ids.map((messageId) => ({ messageId })), next })

/** The verdicts until it is no longer `more`. @param pageAt the page with this index */
function verdicts(pageAt: (index: number) => PageOfMessages): string[] {
  const trail = createPageTrail()
  const all: string[] = []
  while (all.at(-1) !== 'end' && all.at(-1) !== 'stuck') all.push(trail.add(pageAt(all.length)))
  return all
}

test.each(['', undefined])('a page that names none after it (%j) is the last', (next) => {
  expect(verdicts((index) => (index < 3 ? page([index], `to ${index}`) : page([3], next)))).toEqual(['more', 'more', 'more', 'end'])
})

test('pages in the middle may be empty or overlap', () => {
  const all = [page([1, 2], 'a'), page([], 'b'), page([2], 'c'), page([2, 3], 'd'), page([])]
  expect(verdicts((index) => all[index]!)).toEqual(['more', 'more', 'more', 'more', 'end'])
})

test.each<[string, (index: number) => PageOfMessages, number]>([
  ['the same page again', () => page([1, 2], 'a'), 2],
  ['pages in a circle', (index) => page([index % 3], `to ${index % 3}`), 4],
  ['ever new names for the same page', (index) => page([1, 2], `to ${index}`), 11],
  ['ever new names for nothing', (index) => page([], `to ${index}`), 10],
])('%s is no end', (_, pageAt, requests) => {
  const all = verdicts(pageAt)
  expect([all.at(-1), all.length]).toEqual(['stuck', requests])
})
