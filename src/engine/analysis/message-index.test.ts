import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMessageIndex, type MessageFilter } from './message-index.ts'
import { message, repeatedly } from './test-messages.ts'

const all: MessageFilter = { text: '', isRegexp: false, author: null, hasLink: false, repeated: false }
const offer = 'FREE backstage pass, first 50 only → http://aurora-pass.example/claim'

test('summarizes the loaded messages', () => {
  const index = createMessageIndex()
  index.add([...repeatedly(offer, { count: 9, authors: 3 }), message(20, { time: 1_700_000_100, text: 'a' })])
  const summary = index.summary()
  expect(summary).toMatchObject({
    waves: [{ ids: [9, 8, 7, 6, 5, 4, 3, 2, 1], authors: 3, sample: offer }],
    repeatedTotal: 9,
    links: 9,
    authorsTotal: 4,
  })
  expect(summary.repeated).toEqual(new Map(Array.from({ length: 9 }, (_, index) => [index + 1, 9])))
  expect(summary.authors.map(({ count }) => count)).toEqual([3, 3, 3, 1])
  const sum = (part: 'total' | 'repeated') => summary.activity.reduce((total, bar) => total + bar[part], 0)
  expect([sum('total'), sum('repeated')]).toEqual([10, 9])
  expect(index.filter({ ...all, repeated: true })).toEqual(new Float64Array([9, 8, 7, 6, 5, 4, 3, 2, 1]))
  expect(index.testWordFilter('', 'free').draftCatches).toBe(9)
})

test('removed messages no longer count, and without any nothing is left', () => {
  const index = createMessageIndex()
  index.add(repeatedly(offer, { count: 9 }))
  index.remove([1, 2, 77])
  expect(index.summary()).toMatchObject({ waves: [], repeatedTotal: 7, links: 7 })
  index.remove([3, 4, 5, 6, 7, 8, 9])
  expect(index.summary()).toEqual({
    waves: [],
    repeated: new Map(),
    repeatedTotal: 0,
    links: 0,
    activity: [],
    authors: [],
    authorsTotal: 0,
  })
})

test('a message that is added again replaces the earlier one', () => {
  const index = createMessageIndex()
  index.add([message(1, { text: 'one' })])
  index.add([message(1, { text: 'two' }), message(1, { text: 'three' })])
  expect(index.filter(all)).toEqual(new Float64Array([1]))
  expect(index.filter({ ...all, text: 'three' })).toHaveLength(1)
  expect(index.filter({ ...all, text: 'o' })).toHaveLength(0)
})

test('keeps ids beyond 32 bits', () => {
  const index = createMessageIndex()
  index.add([message(Number.MAX_SAFE_INTEGER)])
  expect(index.filter(all)).toEqual(new Float64Array([Number.MAX_SAFE_INTEGER]))
})

test('after any sequence of additions and removals, the remaining messages are listed newest first', () => {
  const some = fc.array(fc.record({ id: fc.integer({ min: 1, max: 30 }), time: fc.integer({ min: 1, max: 5 }) }))
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), some)), (steps) => {
      const index = createMessageIndex()
      const there = new Map<number, number>()
      for (const [adds, batch] of steps) {
        if (adds) {
          index.add(batch.map(({ id, time }) => message(id, { time })))
          for (const { id, time } of batch) there.set(id, time)
        } else {
          index.remove(batch.map(({ id }) => id))
          for (const { id } of batch) there.delete(id)
        }
        const newestFirst = [...there].toSorted(([one, oneTime], [other, otherTime]) => otherTime - oneTime || other - one)
        expect(index.filter(all)).toEqual(Float64Array.from(newestFirst, ([id]) => id))
        expect(index.summary().authorsTotal).toBe(there.size > 0 ? 1 : 0)
      }
    }),
  )
})

test('new messages are suspect if they would be part of a wave, alone or with the loaded ones', () => {
  const index = createMessageIndex()
  index.add([...repeatedly(offer, { count: 5, authors: 3 }), message(20, { text: 'a' })])
  const before = index.summary()
  expect(before.waves).toEqual([])
  expect(index.suspects([])).toBe(0)
  expect(index.suspects([message(40, { text: offer }), message(41, { text: 'Good evening' })])).toBe(0)
  const flood = repeatedly(offer, { id: 50, count: 4, time: 1_700_000_060 })
  expect(index.suspects([message(41, { text: 'Good evening' }), ...flood])).toBe(4)
  // Messages that are indexed already are not new, and asking adds nothing to the index.
  expect(index.suspects([message(1, { text: offer })])).toBe(0)
  expect(index.summary()).toEqual(before)
})
