import { expect, test } from 'vitest'
import { consequences, perMinute, whenText } from './view.ts'

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

test('says what would no longer happen, each chat counted once', () => {
  const next = [
    { kind: 'preset', chatIds: [1, 2] },
    { kind: 'hours', chatIds: [3] },
    { kind: 'hours', chatIds: [3] },
    { kind: 'drift', chatIds: [] },
  ] as const
  expect(consequences(next.map((action) => ({ ...action, chatIds: [...action.chatIds] })))).toEqual([
    '1 preset would stay on.',
    '1 chat would not follow its opening hours.',
    'Changes made elsewhere would not be found.',
  ])
  expect(consequences([])).toEqual([])
})

test('every minute of the last hour has its requests of all kinds, or none', () => {
  const now = 100 * 60_000 + 30_000
  const minutes = perMinute(
    [
      { minute: 100 * 60_000, kind: 'drift', count: 3 },
      { minute: 100 * 60_000, kind: 'preset', count: 1 },
      { minute: 41 * 60_000, kind: 'drift', count: 7 },
      { minute: 40 * 60_000, kind: 'drift', count: 9 },
    ],
    now,
  )
  expect(minutes).toHaveLength(60)
  expect([minutes[0], minutes.at(-1)]).toEqual([
    { minute: 41 * 60_000, count: 7 },
    { minute: 100 * 60_000, count: 4 },
  ])
  expect(minutes.reduce((sum, { count }) => sum + count, 0)).toBe(11)
})
