import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keyOf, type IpRange, countOf, difference, intersect, minimalCover, union } from './range.ts'
import { anyBase, bitsOf, countBits, failureOf, moved, must, windowRanges } from './test-ranges.ts'

/** Sorted, and no range touches the next. */
const isTidy = (ranges: readonly IpRange[]) =>
  ranges.every(({ first, last }, index) => first <= last && (index === 0 || first > ranges[index - 1]!.last + 1))

test('union, intersection, difference and count are those of the sets of addresses, in the fewest ranges', () => {
  expect(
    failureOf(
      fc.property(windowRanges, windowRanges, anyBase, (some, others, base) => {
        const [ours, theirs] = [some, others].map((ranges) => ranges.map((range) => moved(range, base))) as [IpRange[], IpRange[]]
        const [bits, otherBits] = [bitsOf(ours, base), bitsOf(theirs, base)]
        const [all, both, rest] = [union(ours), intersect(ours, theirs), difference(ours, theirs)]
        must(bitsOf(all, base) === bits && isTidy(all), 'union')
        must(bitsOf(both, base) === (bits & otherBits) >>> 0 && isTidy(both), 'intersection')
        must(bitsOf(rest, base) === (bits & ~otherBits) >>> 0 && isTidy(rest), 'difference')
        must(countOf(ours) === countBits(bits), 'count')
      }),
      100_000,
    ),
  ).toBe(null)
})

test('the minimal cover holds the same addresses in the fewest of the ranges', () => {
  expect(
    failureOf(
      fc.property(windowRanges, anyBase, (some, base) => {
        const ranges = some.map((range) => moved(range, base))
        const cover = minimalCover(ranges)
        const bits = bitsOf(ranges, base)
        must(bitsOf(cover, base) === bits, 'other addresses')
        must(
          cover.every((range) => ranges.includes(range)),
          'a range that was not there',
        )
        // Of seven ranges every choice can be tried.
        const each = ranges.map((range) => bitsOf([range], base))
        let fewest = ranges.length
        for (let choice = 0; choice < 2 ** ranges.length; choice++) {
          const held = each.reduce((sum, one, index) => (choice & (1 << index) ? sum | one : sum), 0)
          if (held >>> 0 === bits) fewest = Math.min(fewest, countBits(choice))
        }
        must(cover.length === fewest, 'more than needed')
      }),
      5_000,
    ),
  ).toBe(null)
})

test('the given ranges stay as they are', () => {
  const ranges = [
    { first: 5, last: 9 },
    { first: 1, last: 6 },
  ]
  union(ranges)
  difference(ranges, ranges)
  expect(ranges.map(keyOf)).toEqual(['5-9', '1-6'])
})

test('the whole space and its ends', () => {
  const whole = { first: 0, last: 0xff_ff_ff_ff }
  const end = { first: 0xff_ff_ff_ff, last: 0xff_ff_ff_ff }
  expect(countOf([whole, end, whole])).toBe(2 ** 32)
  expect(difference([whole], [end, { first: 0, last: 0 }])).toEqual([{ first: 1, last: 0xff_ff_ff_fe }])
  expect(union([])).toEqual([])
  expect(minimalCover([end, whole])).toEqual([whole])
})
