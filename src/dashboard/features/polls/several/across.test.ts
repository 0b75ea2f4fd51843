import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asksTheSame, combined, sameIn } from './across.ts'
import { barsOf } from '../bars.ts'
import { answersOf, totalOf } from '#engine/polls/poll-text.ts'
import { pollWith } from '../testing.ts'

describe('the matching poll in another chat', () => {
  const poll = pollWith()

  test('is the one that was created together with it, even if its text has changed', () => {
    const polls = [pollWith({ id: 4 }), pollWith({ id: 5, question: 'Tea, really?' })]
    expect(sameIn(polls, 8, poll, [{ chatId: 8, pollId: 5 }])?.id).toBe(5)
  })

  test('is otherwise the newest poll with equal text that is not deleted', () => {
    const polls = [
      pollWith({ id: 3 }),
      pollWith({ id: 4, answer2: ' Coffee ' }),
      pollWith({ id: 5, dateDeleted: '2026-11-14 15:00:00' }),
      pollWith({ id: 6, answer3: 'Water' }),
    ]
    expect(sameIn(polls, 8, poll, [])?.id).toBe(4)
    expect(sameIn(polls, 8, poll, [{ chatId: 8, pollId: 99 }])?.id).toBe(4)
    expect(sameIn([], 8, poll, [])).toBeUndefined()
  })

  test('has equal answers in the same positions', () => {
    expect(asksTheSame(poll, pollWith({ answer1: 'Coffee', answer2: 'Tea' }))).toBe(false)
  })
})

test('the votes of all chats add up for each answer', () => {
  const votes = fc.nat(1_000_000)
  const some = fc
    .record({ answer1count: votes, answer2count: votes, answer3count: votes })
    .map((counts) => pollWith({ answer3: 'Water', ...counts }))
  fc.assert(
    fc.property(fc.array(some, { minLength: 1, maxLength: 6 }), (polls) => {
      const sum = combined(polls)
      expect(sum.total).toBe(polls.reduce((total, poll) => total + totalOf(poll), 0))
      expect(sum.bars.map((bar) => bar.votes)).toEqual(
        (['answer1count', 'answer2count', 'answer3count'] as const).map((field) => polls.reduce((total, poll) => total + poll[field], 0)),
      )
    }),
  )
  expect(combined([])).toEqual({ total: 0, bars: [] })
  expect(combined([pollWith()])).toEqual(barsOf(answersOf(pollWith())))
})
