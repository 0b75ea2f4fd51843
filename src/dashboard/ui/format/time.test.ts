import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ago, clock, day, exact, textDateToSeconds } from './time.tsx'

const minute = 60
const hour = 60 * minute
const oneDay = 24 * hour
/** Noon where the tests run, in seconds: far from any change of day. */
const noon = new Date(2024, 2, 4, 12).getTime() / 1000

describe('how long ago', () => {
  test.each([
    [-1e9, 'just now'],
    [-1, 'just now'],
    [0, 'just now'],
    [59, 'just now'],
    [59.9, 'just now'],
    [minute, '1 min ago'],
    [2 * minute - 1, '1 min ago'],
    [hour - 1, '59 min ago'],
    [hour, '1 h ago'],
    [oneDay - 1, '23 h ago'],
    [oneDay, 'yesterday'],
    [2 * oneDay - 1, 'yesterday'],
    [2 * oneDay, '2 days ago'],
    [30 * oneDay - 1, '29 days ago'],
    [30 * oneDay, '3 Feb 2024'],
  ])('%d seconds: %s', (seconds, words) => {
    expect(ago(noon - seconds, noon)).toBe(words)
  })

  test('no clock, however wrong, makes an age negative', () => {
    const moment = fc.integer({ min: 0, max: 4_000_000_000 })
    fc.assert(
      fc.property(moment, moment, (at, now) => {
        expect(ago(at, now)).not.toMatch(/-|NaN/)
      }),
    )
  })
})

describe('a text date of the service', () => {
  test.each([
    ['1970-01-01 00:00:00', 0],
    ['2024-03-04 05:06:07', Date.UTC(2024, 2, 4, 5, 6, 7) / 1000],
    ['2024-02-29 23:59:59', Date.UTC(2024, 1, 29, 23, 59, 59) / 1000],
  ])('%s', (date, seconds) => {
    expect(textDateToSeconds(date)).toBe(seconds)
  })

  test.each([
    null,
    '',
    '0000-00-00 00:00:00',
    'soon',
    'yesterday 5',
    '12',
    '-1',
    '1709500000',
    '2024-13-01 00:00:00',
    '2024-03-04 25:00:00',
  ])('%j is none', (date) => {
    expect(textDateToSeconds(date)).toBeNull()
  })

  test('every second is read as it was written', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000 }), (seconds) => {
        const date = new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')
        expect(textDateToSeconds(date)).toBe(seconds)
      }),
    )
  })
})

test('a day is written in the same width in every month', () => {
  const days = Array.from({ length: 12 }, (_, month) => day(new Date(2024, month, 4, 12).getTime() / 1000))
  expect(days).toEqual(
    ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'].map((month) => `4 ${month} 2024`),
  )
})

test('a time of day is local and takes milliseconds', () => {
  expect(clock(new Date(2024, 2, 4, 14, 31, 40).getTime())).toBe('14:31:40')
})

test('an exact time is local with its zone, and UTC beside it', () => {
  const at = new Date(2024, 2, 4, 14, 31, 40)
  expect(exact(at.getTime() / 1000)).toMatch(/^4 Mar 2024, 14:31:40 \S+ · /)
  expect(exact(at.getTime() / 1000)).toContain(`${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`)
})
