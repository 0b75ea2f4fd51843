import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PollDraft, maxPollTextLength } from '#contract/polls.ts'
import { filledAnswers, isSameText, problemsOf, repeatsOf, shownAnswers, textFrom, textOf, tidy } from './draft.ts'
import { pollWith } from './testing.ts'

const typed = (...answers: string[]) => textFrom('Tea?', answers)

describe('what cannot be saved', () => {
  test.each([
    ['an empty question', textFrom('', ['Yes', 'No']), ['question']],
    ['a blank question', textFrom(' \n ', ['Yes', 'No']), ['question']],
    ['one answer', typed('Yes'), ['answer2']],
    ['no answers', typed(), ['answer1', 'answer2']],
    ['a filled third answer after an emptied second', typed('Yes', '', 'Maybe'), ['answer2']],
    ['a gap before the last', typed('Yes', 'No', ' ', 'Maybe'), ['answer3']],
    ['a text over the limit', typed('Yes', 'No', 'x'.repeat(maxPollTextLength + 1)), ['answer3']],
    ['half a character', typed('Yes', '\ud800'), ['answer2']],
  ])('%s', (_, text, fields) => {
    expect(Object.keys(problemsOf(text))).toEqual(fields)
  })

  test('what has no problem is a poll that the contract takes', () => {
    const some = fc.oneof(fc.string({ maxLength: 20, unit: 'binary' }), fc.constantFrom('', ' ', '\0', 'ok'))
    fc.assert(
      fc.property(some, fc.array(some, { maxLength: 4 }), (question, answers) => {
        const text = textFrom(question, answers)
        const hasProblem = Object.keys(problemsOf(text)).length > 0
        expect(hasProblem || PollDraft.safeParse(text).success).toBe(true)
      }),
    )
  })
})

test('equal answers are reported, whatever their case and space', () => {
  expect(repeatsOf(typed('Pizza', ' pizza ', 'Soup', 'PIZZA'))).toEqual({ answer2: 1, answer4: 1 })
  expect(repeatsOf(typed('', '', ' '))).toEqual({})
})

test('the form shows the answers up to the last, and never fewer than two', () => {
  expect([typed(), typed('a', 'b'), typed('a', '', 'c'), typed('a', 'b', '', 'd')].map(shownAnswers)).toEqual([2, 2, 3, 4])
})

test('a blank answer is sent as none', () => {
  expect(tidy(typed(' Yes', 'No', ' \n', ' '))).toEqual(typed(' Yes', 'No'))
})

test('a poll is its text again', () => {
  const poll = pollWith({ answer4: 'Water' })
  expect(isSameText(textOf(poll), poll)).toBe(true)
  expect(isSameText(textOf(poll), { ...poll, answer4: 'Water ' })).toBe(false)
  expect(filledAnswers(textOf(poll))).toEqual(['Tea', 'Coffee', 'Water'])
})
