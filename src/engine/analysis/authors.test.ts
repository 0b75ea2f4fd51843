import { expect, test } from 'vitest'
import { authorsOf } from './message-index.ts'
import { entriesOf, message } from './test-messages.ts'

test('lists each author with counts and times, most messages first, then most recent first', () => {
  const { entries } = entriesOf([
    message(1, { time: 10, userId: 7, userName: 'Uschi' }),
    message(2, { time: 20, userId: 7, userName: 'Uschi' }),
    message(3, { time: 15, userId: 8, userName: 'Uschi' }),
    message(4, { time: 30, userId: null, userName: 'Uschi' }),
    message(5, { time: 5, userId: 7, userName: 'Uschi' }),
  ])
  expect(authorsOf(entries)).toEqual([
    { key: '7:Uschi', name: 'Uschi', userId: 7, count: 3, first: 5, last: 20 },
    { key: ':Uschi', name: 'Uschi', userId: null, count: 1, first: 30, last: 30 },
    { key: '8:Uschi', name: 'Uschi', userId: 8, count: 1, first: 15, last: 15 },
  ])
  expect(authorsOf([])).toEqual([])
})
