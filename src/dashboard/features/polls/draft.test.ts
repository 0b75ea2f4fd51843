import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PollDraft, maxPollTextLength } from '#contract/polls.ts'
import { filledAnswers, problemsOf, repeatsOf, shownAnswers, textFrom, tidy } from './draft.ts'
import { isSameText, textOf } from '#engine/polls/poll-text.ts'
import { pollWith } from './testing.ts'

const typed = (...answers: string[]) => textFrom('Tea?', answers)

describe('validation', () => {
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

  test('a poll without problems is accepted by the contract', () => {
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

test('duplicate answers are reported, ignoring case and spaces', () => {
  expect(repeatsOf(typed('Pizza', ' pizza ', 'Soup', 'PIZZA'))).toEqual({ answer2: 1, answer4: 1 })
  expect(repeatsOf(typed('', '', ' '))).toEqual({})
})

test('the form shows the answers up to the last one with a text, and at least two', () => {
  expect([typed(), typed('a', 'b'), typed('a', '', 'c'), typed('a', 'b', '', 'd')].map(shownAnswers)).toEqual([2, 2, 3, 4])
})

test('a blank answer is sent as empty', () => {
  expect(tidy(typed(' Yes', 'No', ' \n', ' '))).toEqual(typed(' Yes', 'No'))
})

test('the text of a poll can be edited and restored', () => {
  const poll = pollWith({ answer4: 'Water' })
  expect(isSameText(textOf(poll), poll)).toBe(true)
  expect(isSameText(textOf(poll), { ...poll, answer4: 'Water ' })).toBe(false)
  expect(filledAnswers(textOf(poll))).toEqual(['Tea', 'Coffee', 'Water'])
})
