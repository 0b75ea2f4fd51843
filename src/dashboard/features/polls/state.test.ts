import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Poll } from '#contract/polls.ts'
import { shownDate, stateOf } from './state.ts'
import { pollWith } from '#dashboard/features/polls/testing.ts'

const sent = { lastSentDate: '2026-11-14 14:20:00' }

describe('the state of a poll', () => {
  test.each([
    ['unsent', {}],
    ['open', sent],
    ['open', { answer2count: 1 }],
    ['published', { ...sent, publishedDate: '2026-11-14 15:00:00' }],
    ['published', { ...sent, publishedDate: sent.lastSentDate }],
    ['published', { publishedDate: '2026-11-14 15:00:00' }],
    ['published', { lastSentDate: 'yesterday', publishedDate: 'today' }],
    ['open', { ...sent, publishedDate: '2026-11-14 14:00:00' }],
    ['deleted', { ...sent, dateDeleted: '2026-11-14 15:00:00' }],
  ] as const)('%s: %j', (state, part) => {
    expect(stateOf(pollWith(part))).toBe(state)
  })

  test('does not depend on the text of the status', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constantFrom('', 'sent', 'published', 'Edit')), (status) => {
        expect(stateOf(pollWith({ status }))).toBe('unsent')
        expect(stateOf(pollWith({ status, ...sent }))).toBe('open')
      }),
    )
  })

  test('treats an empty and an all-zero date as missing', () => {
    const none = { createDate: '', lastSentDate: '0000-00-00 00:00:00', publishedDate: null, dateDeleted: '' }
    expect(stateOf(Poll.parse({ ...pollWith(), ...none, answer1count: null }))).toBe('unsent')
  })
})

describe('a date of the service', () => {
  test.each([
    ['2026-11-04 13:58:01', '4 Nov 13:58'],
    ['2024-02-29 00:00:00', '29 Feb 2024 00:00'],
    ['2026-13-04 13:58:01', '2026-13-04 13:58:01'],
    ['soon', 'soon'],
  ])('%s is shown as %s', (date, shown) => {
    expect(shownDate(date, 2026)).toBe(shown)
  })
})
