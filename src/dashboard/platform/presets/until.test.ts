import { describe, expect, test } from 'vitest'
import { endInWords, endOf, offeredMinutes } from './until.ts'

const at = (text: string) => new Date(text).getTime()
const now = at('2026-11-14T19:30:20')

describe('the end of a mode', () => {
  test.each([
    ['for 2 h', { kind: 'for', minutes: 120 }, '2026-11-14T21:30:20'],
    ['at a later time today', { kind: 'at', time: '22:15' }, '2026-11-14T22:15:00'],
    ['at a time that has passed today', { kind: 'at', time: '07:05' }, '2026-11-15T07:05:00'],
    ['at the minute that has begun', { kind: 'at', time: '19:30' }, '2026-11-15T19:30:00'],
  ] as const)('%s', (_, until, expected) => {
    expect(endOf(until, now)).toBe(at(expected))
  })

  test('is open where nobody chose one, and unknown until a time is filled in', () => {
    expect([endOf({ kind: 'open' }, now), endOf({ kind: 'at', time: '' }, now), endOf({ kind: 'at', time: '2' }, now)]).toEqual([
      null,
      undefined,
      undefined,
    ])
  })

  test.each([
    ['2026-11-14T21:30:00', '21:30'],
    ['2026-11-15T00:10:00', 'Sun 15 Nov, 00:10'],
  ])('%s in words', (end, words) => {
    expect(endInWords(at(end), now)).toBe(words)
  })
})

test('the duration of the mode is offered as well', () => {
  expect([offeredMinutes(null), offeredMinutes(120), offeredMinutes(60)]).toEqual([
    [30, 120],
    [30, 120],
    [30, 60, 120],
  ])
})
