import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pollWith } from './testing.ts'
import { isShown, matches, sorted, sortNames, type OpenedDialog, type PollListView, pollListState } from './view.ts'

const { read: readView, write: writeView } = pollListState

describe('the URL', () => {
  test('contains the whole view', () => {
    const pollId = fc.integer({ min: 1 })
    const open: fc.Arbitrary<OpenedDialog | null> = fc.oneof(
      fc.constant(null),
      fc.record({ what: fc.constantFrom('new', 'several', 'from', 'templates', 'rounds') }),
      fc.record({ what: fc.constantFrom('edit', 'like', 'copy', 'rounds', 'across'), pollId }),
    )
    const view: fc.Arbitrary<PollListView> = fc.record({
      search: fc.string(),
      show: fc.constantFrom('all', 'open', 'published', 'unsent', 'deleted'),
      sort: fc.constantFrom(...sortNames),
      open,
    })
    fc.assert(
      fc.property(view, (some) => {
        expect(readView(new URLSearchParams(writeView(some).toString()))).toEqual(some)
      }),
    )
  })

  test('is short for the default view, and invalid values are ignored', () => {
    expect(writeView(readView(new URLSearchParams())).toString()).toBe('')
    for (const open of ['edit', 'edit-', 'edit-x', 'edit-1.5', 'edit--3', 'new-3', 'other', 'constructor'])
      expect(readView(new URLSearchParams({ open, show: 'toString', sort: '1' }))).toMatchObject({
        open: null,
        show: 'all',
        sort: 'newest',
      })
  })
})

test('every word must occur in the question or an answer, ignoring accents', () => {
  const poll = pollWith({ question: 'Café or bar?', answer3: 'Północ' })
  expect(matches(poll, 'CAFE polnoc')).toBe(true)
  expect(matches(poll, 'cafe zürich')).toBe(false)
})

test('deleted polls are shown only by their own filter', () => {
  const deleted = pollWith({ dateDeleted: '2026-11-14 13:58:00' })
  expect([isShown(deleted, 'all'), isShown(deleted, 'deleted'), isShown(pollWith(), 'all'), isShown(pollWith(), 'open')]).toEqual([
    false,
    true,
    true,
    false,
  ])
})

test('the sort order does not depend on the order of arrival', () => {
  const polls = [
    pollWith({ id: 1, answer1count: 5 }),
    pollWith({ id: 2, lastSentDate: '2026-11-14 14:00:00' }),
    pollWith({ id: 3, createDate: null, answer2count: 9 }),
    pollWith({ id: 4, createDate: '2026-11-15 10:00:00' }),
  ]
  const order = { newest: [4, 2, 1, 3], oldest: [3, 1, 2, 4], sent: [2, 4, 1, 3], votes: [3, 1, 4, 2] }
  for (const sort of sortNames) {
    expect(sorted(polls, sort).map(({ id }) => id)).toEqual(order[sort])
    expect(sorted(polls.toReversed(), sort).map(({ id }) => id)).toEqual(order[sort])
  }
})
