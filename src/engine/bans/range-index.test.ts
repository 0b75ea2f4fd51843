import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findBan, indexRanges } from './range-index.ts'
import { byAddress, contains, overlap, sizeOf, type IpRange } from './range.ts'
import { anyBase, bitsOf, countBits, failureOf, moved, must, windowRange, windowRanges, windowSize } from './test-ranges.ts'

const isSameList = (some: readonly IpRange[], others: readonly IpRange[]) =>
  some.length === others.length && some.every((range, index) => range === others[index])

test('the index finds what looking through the whole list finds', () => {
  expect(
    failureOf(
      fc.property(windowRanges, windowRange, anyBase, fc.nat(8), (some, one, base, most) => {
        const ranges = some.map((range) => moved(range, base)).toSorted(byAddress)
        const asked = moved(one, base)
        const index = indexRanges(ranges.toReversed())
        const [covering, touching] = [ranges.filter((range) => contains(range, asked)), ranges.filter((range) => overlap(range, asked))]
        // Copies are told apart by identity, and stand in the order in which they were given.
        const isRight = (found: IpRange[], expected: IpRange[]) =>
          found.length === expected.length && found.every((range) => expected.includes(range)) && isSorted(found)
        must(isRight(index.covering(asked), covering), 'covering')
        must(isRight(index.touching(asked), touching), 'touching')
        must(index.covering(asked, most).length === Math.min(most, covering.length), 'some of the covering')
        must(isSameList(index.touching(asked, most), index.touching(asked).slice(0, most)), 'the first of the touching')
        must(index.countTouching(asked) === touching.length, 'count')
        must(index.coveredIn(asked) === countBits(bitsOf(ranges, base) & bitsOf([asked], base)), 'covered')
      }),
      10_000,
    ),
  ).toBe(null)
})

const isSorted = (ranges: readonly IpRange[]) => ranges.every((range, index) => index === 0 || byAddress(ranges[index - 1]!, range) <= 0)

test('an empty list', () => {
  const index = indexRanges([])
  const asked = { first: 0, last: 0xff_ff_ff_ff }
  expect([index.covering(asked), index.touching(asked), index.countTouching(asked), index.coveredIn(asked)]).toEqual([[], [], 0, 0])
})

test('the entries come back as they were given, notes and all', () => {
  const entry = { first: 5, last: 9, note: 'troll' }
  expect(indexRanges([entry]).covering({ first: 7, last: 7 })).toEqual([entry])
})

test('an address is banned if an entry holds it, a range by one or by several together', () => {
  expect(
    failureOf(
      fc.property(windowRanges, windowRange, anyBase, (some, one, base) => {
        const ranges = some.map((range) => moved(range, base))
        const asked = moved(one, base)
        const held = countBits(bitsOf(ranges, base) & bitsOf([asked], base))
        const { banned, by } = findBan(indexRanges(ranges), asked)
        must(banned === (held === 0 ? 'none' : held === sizeOf(asked) ? 'all' : 'part'), banned)
        must(by.length === ranges.filter((range) => overlap(range, asked)).length, 'entries')
        for (let address = base; address < base + windowSize; address++) {
          const found = findBan(indexRanges(ranges), address)
          must((found.banned === 'all') === ranges.some((range) => range.first <= address && address <= range.last), 'address')
          must(found.banned !== 'part', 'half an address')
        }
      }),
      1_000,
    ),
  ).toBe(null)
})

test('20,000 entries inside one another', () => {
  const entries = Array.from({ length: 20_000 }, (_, index) => ({ first: index, last: 100_000 - index }))
  const index = indexRanges(entries)
  expect(index.covering({ first: 50_000, last: 50_000 })).toHaveLength(20_000)
  expect(index.covering({ first: 50_000, last: 50_000 }, 2)).toEqual(entries.slice(0, 2))
  expect(index.countTouching({ first: 0, last: 9 })).toBe(10)
})
