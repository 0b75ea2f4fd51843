import { expect, test } from 'vitest'
import { duration } from './dates.ts'
import { whenText } from './time.tsx'

const at = (text: string) => new Date(text).getTime()

test.each([
  ['2026-03-04T16:00', '16:00'],
  ['2026-03-04T00:00', '00:00'],
  ['2026-03-05T00:00', 'Thu 00:00'],
  ['2026-03-03T23:59', 'Tue 23:59'],
  ['2026-03-08T08:00', 'Sun 08:00'],
  ['2026-03-11T08:00', '11 Mar 2026, 08:00'],
  // Clocks change in between.
  ['2026-03-30T08:00', '30 Mar 2026, 08:00'],
])('the time of %s is %s', (time, text) => {
  expect(whenText(at(time), at('2026-03-04T14:31'))).toBe(text)
})

test('a day is a day on the night on which clocks change, too', () => {
  expect(whenText(at('2026-03-29T23:30'), at('2026-03-29T00:30'))).toBe('23:30')
  expect(whenText(at('2026-10-25T23:30'), at('2026-10-25T00:30'))).toBe('23:30')
})

test.each([
  [-5, '0 min'],
  [30 * 60_000, '30 min'],
  [120 * 60_000, '2 h'],
  [72 * 60_000 - 1, '1 h 12 min'],
  [26 * 3_600_000, '26 h'],
  [3 * 86_400_000, '3 days'],
])('%d ms in words', (ms, words) => {
  expect(duration(ms)).toBe(words)
})
