import { expect, test } from '@playwright/test'
import { problemsOf } from '../fault-matrix/told-state.ts'

/** R1: the judge of the fault matrix accepts a text that tells the truth, and only such a text. */

const settled = { effects: 0, isRefused: false, canRetry: true }
const unread = 'Not confirmed. The request timed out. It may have been done: check the result before you try again.'

test('accepts a text that tells the truth', () => {
  expect(problemsOf('Not saved. The service answered “The disk is full”. Your text is kept.', settled)).toEqual([])
  expect(problemsOf(`${unread} Your text is kept.`, { ...settled, effects: 1 })).toEqual([])
  expect(problemsOf('0 of 1 message deleted\nDeleted\n0\nNot deleted\n1\nUnknown\n0', settled)).toEqual([])
  expect(
    problemsOf('Outcome unknown. The account could not be read: The request timed out. Check the account before you try again.', settled),
  ).toEqual([])
})

for (const [why, text, facts] of [
  ['it denies an effect', 'Not saved. The service has a problem. You may try again.', { effects: 1 }],
  ['it denies an effect and advises to look', 'Not done. The service has a problem. Look at the list and try again.', { effects: 1 }],
  ['a vague advice is not a state', 'The service has a problem. You may look at it, or try again.', { effects: 1 }],
  ['it tells two states', `Not saved. ${unread}`, {}],
  ['it does not say that it may have been done', 'Not confirmed. The service has a problem. Check the result.', { effects: 1 }],
  ['it does not say what to do', 'Not confirmed. The service has a problem. It may have been done.', { effects: 1 }],
  ['it doubts a refusal', unread, { isRefused: true }],
  ['nothing can be tried again', 'Not saved. The service has a problem.', { canRetry: false }],
  ['a receipt denies an effect', '0 of 1 message deleted Deleted 0 Not deleted 1 Unknown 0', { effects: 1 }],
] as const)
  test(`rejects a wrong text: ${why}`, () => {
    expect(problemsOf(text, { ...settled, ...facts })).not.toEqual([])
  })
