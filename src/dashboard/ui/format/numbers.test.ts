import { expect, test } from 'vitest'
import { count, counted, listed, plural } from './numbers.ts'

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [1_234_567, '1,234,567'],
  [-1000, '-1,000'],
])('%d is written %s', (value, text) => {
  expect(count(value)).toBe(text)
})

test.each([
  [0, '0 chats'],
  [1, '1 chat'],
  [2, '2 chats'],
  [11, '11 chats'],
  [21, '21 chats'],
  [1001, '1,001 chats'],
])('%d of a thing', (value, text) => {
  expect(counted(value, 'chat')).toBe(text)
})

test('a plural that is more than an s', () => {
  expect([1, 2].map((value) => counted(value, 'chat asks', 'chats ask'))).toEqual(['1 chat asks', '2 chats ask'])
})

test.each([
  [[], ''],
  [['a'], 'a'],
  [['a', 'b'], 'a and b'],
  [['a', 'b', 'c'], 'a, b, and c'],
])('%j in a sentence', (items, text) => {
  expect(listed(items)).toBe(text)
})

test('of more names than asked for, the rest is counted', () => {
  expect(listed(['a', 'b', 'c'], 3)).toBe('a, b, and c')
  expect(listed(['a', 'b', 'c'], 2)).toBe('a, b, and 1 other')
  expect(listed(['a', 'b', 'c', 'd'], 1)).toBe('a and 3 others')
  const asked: number[] = []
  expect(listed([1, 2, 3], 1, (item) => String(asked.push(item)))).toBe('1 and 2 others')
  expect(asked).toEqual([1])
})

test.each([
  [0, '0 edits are kept'],
  [1, '1 edit is kept'],
  [2000, '2,000 edits are kept'],
])('%d chooses the whole sentence', (value, text) => {
  expect(plural(value, '{count} edit is kept', '{count} edits are kept')).toBe(text)
})

test('other placeholders are filled as they are, also with what looks like a placeholder', () => {
  expect(plural(2, '{name} has {count} vote', '{name} has {count} votes', { name: '{count} “{name}”' })).toBe(
    '{count} “{name}” has 2 votes',
  )
})
