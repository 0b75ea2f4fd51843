import { expect, test } from 'vitest'
import type { VisitLine } from '#contract/gateway/visit.ts'
import { rowsOf } from './visit-rows.ts'

const at = new Date(2026, 10, 25, 14, 5).getTime()
const hourMs = 3_600_000
const line = (part: Partial<VisitLine>): VisitLine => ({
  who: { kind: 'person', id: 'rui', name: 'Rui Tavares', role: 'manager' },
  cause: { kind: 'hand' },
  kind: 'settings',
  from: at - 20 * hourMs,
  to: at,
  chats: 1,
  chatId: 7,
  chatName: 'Lobby',
  parts: [{ action: 'chatUpdate', outcome: 'done', count: 40 }],
  ...part,
})
const roomkeeper = { kind: 'roomkeeper', name: 'Roomkeeper' } as const
const part = (action: string, count: number, outcome: 'done' | 'unknown' = 'done') => ({ action, outcome, count })
const only = (row: Partial<VisitLine>) => rowsOf({ lines: [line(row)], outside: null })[0]!

test('a person’s row says what they did, and leads to their entries of that kind and time', () => {
  expect(only({})).toEqual({
    name: 'Rui Tavares',
    icon: null,
    title: 'Settings saved 40 times',
    chats: 1,
    chatId: 7,
    chatName: 'Lobby',
    outcome: null,
    at,
    path: '/changes?kind=settings&person=rui&from=2026-11-24&to=2026-11-25',
  })
})

test.each<[VisitLine['who'], string, string]>([
  [{ kind: 'token', name: 'Kim' }, 'Kim', '/changes?kind=settings&person=token'],
  [{ kind: 'program', id: '4', name: 'Nightly' }, 'Nightly', '/changes?kind=settings&person=program%3A4'],
])('what has no initial has an icon: %j', (who, name, path) => {
  const row = only({ who })
  expect(row).toMatchObject({ name, icon: 'key' })
  expect(row.path).toMatch(`${path}&from=`)
})

test.each<[VisitLine['cause'], string, string]>([
  [{ kind: 'rule', id: 'r', title: 'Slurs' }, 'Rules', 'shield'],
  [{ kind: 'preset', id: 'e', title: 'Event' }, 'Event', 'toggles'],
  [{ kind: 'hours', id: '7', title: 'Opening hours' }, 'Opening hours', 'clock'],
  [{ kind: 'hand' }, 'Roomkeeper', 'spark'],
])('what acts by itself is called by its cause: %j', (cause, name, icon) => {
  expect(only({ who: roomkeeper, cause })).toMatchObject({
    name,
    icon,
    path: '/changes/automatic?kind=settings&from=2026-11-24&to=2026-11-25',
  })
})

test('sums are by action, and what is not done is said', () => {
  const row = only({
    kind: 'messages',
    parts: [part('messageDelete', 50), part('messageDeleteSome', 10), part('messageDelete', 1, 'unknown'), part('ruleSave', 1)],
  })
  expect(row).toMatchObject({ title: '61 messages deleted · Rule saved', outcome: { worst: 'unknown', words: '61 done, 1 unknown' } })
  expect(only({ parts: [part('pollReset', 2), part('later', 1)] }).title).toBe('Poll reset, 2 times · later')
})

test('outside changes are a row in the order of time', () => {
  const outside = { count: 3, chats: 2, from: at - hourMs, to: at - hourMs }
  const rows = rowsOf({ lines: [line({}), line({ to: at - 2 * hourMs, kind: 'bans', parts: [part('banCreate', 1)] })], outside })
  expect(rows.map(({ name, title, path }) => [name, title, path.split('?')[0]])).toEqual([
    ['Rui Tavares', 'Settings saved 40 times', '/changes'],
    ['Outside Roomkeeper', '3 changes found', '/changes/outside'],
    ['Rui Tavares', '1 ban', '/changes'],
  ])
})
