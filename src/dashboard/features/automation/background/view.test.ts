import { expect, test } from 'vitest'
import { standsStill, perMinute } from './view.ts'

test('says what stands still, each chat counted once', () => {
  const next = [
    { kind: 'preset', chatIds: [1, 2] },
    { kind: 'hours', chatIds: [3] },
    { kind: 'hours', chatIds: [3] },
    { kind: 'drift', chatIds: [] },
    { kind: 'rules', chatIds: [] },
  ] as const
  expect(standsStill(next.map((action) => ({ ...action, chatIds: [...action.chatIds] })))).toEqual([
    '1 mode stays on.',
    '1 chat does not follow its opening hours.',
    'Outside changes are not found.',
    'Rules do not run.',
  ])
  expect(standsStill([])).toEqual([])
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
