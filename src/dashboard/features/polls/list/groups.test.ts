import { expect, test } from 'vitest'
import { groupOf } from './groups.ts'

const member = (chatId: number, pollId: number) => ({ chatId, pollId })

test('a group is all that was put together with a poll, each once', () => {
  // First into one chat, then into two more; the second list tells the first again.
  const groups = [
    [member(1, 1), member(2, 1)],
    [member(1, 1), member(2, 1), member(3, 4)],
    [member(1, 2), member(3, 5)],
  ]
  expect(groupOf(groups, member(1, 1))).toEqual([member(1, 1), member(2, 1), member(3, 4)])
  expect(groupOf(groups, member(3, 5))).toEqual([member(1, 2), member(3, 5)])
  expect(groupOf(groups, member(2, 2))).toEqual([])
})
