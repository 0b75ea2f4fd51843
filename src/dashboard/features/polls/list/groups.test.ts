import { expect, test } from 'vitest'
import { groupOf } from '../records.ts'

const member = (chatId: number, pollId: number) => ({ chatId, pollId })

test('a group contains all polls that were created together, each once', () => {
  // The poll was first copied to one chat, then to two more; the second list repeats the first one.
  const groups = [
    [member(1, 1), member(2, 1)],
    [member(1, 1), member(2, 1), member(3, 4)],
    [member(1, 2), member(3, 5)],
  ]
  expect(groupOf(groups, member(1, 1))).toEqual([member(1, 1), member(2, 1), member(3, 4)])
  expect(groupOf(groups, member(3, 5))).toEqual([member(1, 2), member(3, 5)])
  expect(groupOf(groups, member(2, 2))).toEqual([])
})
