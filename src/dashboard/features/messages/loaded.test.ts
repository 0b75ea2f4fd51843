import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Message } from '#contract/messages.ts'
import { createPageMerger, type MessagePage, newestFirst, orderOf } from './read.ts'

const message = fc.record({ messageId: fc.integer({ min: 1, max: 300 }), time: fc.integer({ min: 1000, max: 1020 }) }).map(
  // The time depends on the id, so that a message is the same on every page.
  ({ messageId, time }): Message => ({ messageId, time: time + (messageId % 3), userId: null, image: null, userName: '', text: '' }),
)
const room = fc.uniqueArray(message, { selector: ({ messageId }) => messageId, maxLength: 120 })

test('merges pages that overlap, in any order, into every message once, newest first', () => {
  fc.assert(
    fc.property(room, fc.array(fc.array(fc.nat(119), { maxLength: 20 }), { maxLength: 8 }), (all, picks) => {
      const pages: MessagePage[] = picks.map((pick) => ({ messages: pick.flatMap((index) => all[index] ?? []) }))
      const list = createPageMerger()
      for (let count = 0; count <= pages.length; count += 1) {
        const expected = [...new Set(pages.slice(0, count).flatMap(({ messages }) => messages))].toSorted(newestFirst)
        expect(list(pages.slice(0, count)).list).toEqual(expected)
      }
      // A page that lost messages, or new messages in front of all others, do not continue the list, so it is rebuilt.
      const [first, ...rest] = pages
      const changed = [{ messages: all.slice(0, 5) }, ...(first ? [{ messages: first.messages.slice(1) }] : []), ...rest]
      expect(list(changed).list).toEqual([...new Set(changed.flatMap(({ messages }) => messages))].toSorted(newestFirst))
    }),
  )
})

test('returns the same object for the same pages', () => {
  const pages: MessagePage[] = [{ messages: [{ messageId: 1, time: 1, userId: null, image: null, userName: '', text: '' }] }]
  const list = createPageMerger()
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
] as const)('the order of the pages %j and %j is %s', (first, second, order) => {
  expect(orderOf([...first], [...second])).toBe(order)
})
