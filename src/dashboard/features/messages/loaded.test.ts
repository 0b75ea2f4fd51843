import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Message } from '#contract/messages.ts'
import { createList, newestFirst } from './loaded.ts'
import { orderOf, type Page } from './read.ts'

const message = fc.record({ messageId: fc.integer({ min: 1, max: 300 }), time: fc.integer({ min: 1000, max: 1020 }) }).map(
  // The time goes with the id: one message is the same on every page.
  ({ messageId, time }): Message => ({ messageId, time: time + (messageId % 3), userId: null, image: null, userName: '', text: '' }),
)
const room = fc.uniqueArray(message, { selector: ({ messageId }) => messageId, maxLength: 120 })

test('any pages, overlapping and in any order, give every message once and newest first', () => {
  fc.assert(
    fc.property(room, fc.array(fc.array(fc.nat(119), { maxLength: 20 }), { maxLength: 8 }), (all, picks) => {
      const pages: Page[] = picks.map((pick) => ({ messages: pick.flatMap((index) => all[index] ?? []) }))
      const list = createList()
      for (let count = 0; count <= pages.length; count += 1) {
        const expected = [...new Set(pages.slice(0, count).flatMap(({ messages }) => messages))].toSorted(newestFirst)
        expect(list(pages.slice(0, count)).list).toEqual(expected)
      }
      // What is taken out of a page, and newMessages before all others, are no continuation: the list is made anew.
      const [first, ...rest] = pages
      const changed = [{ messages: all.slice(0, 5) }, ...(first ? [{ messages: first.messages.slice(1) }] : []), ...rest]
      expect(list(changed).list).toEqual([...new Set(changed.flatMap(({ messages }) => messages))].toSorted(newestFirst))
    }),
  )
})

test('a list is the same object until something new came', () => {
  const pages: Page[] = [{ messages: [{ messageId: 1, time: 1, userId: null, image: null, userName: '', text: '' }] }]
  const list = createList()
  expect(list(pages)).toBe(list(pages))
})

const at = (...times: number[]) => times.map((time) => ({ time }))

test.each([
  [at(9, 8), at(7, 6), 'newest first'],
  [at(8, 9), at(6, 7), 'newest first'],
  [at(1, 2), at(3, 4), 'oldest first'],
  [at(5, 5), at(5, 5), 'unknown'],
  [at(5, 5), at(5, 4), 'newest first'],
  [at(), at(5), 'unknown'],
] as const)('pages of %j and %j: %s', (first, second, order) => {
  expect(orderOf([...first], [...second])).toBe(order)
})
