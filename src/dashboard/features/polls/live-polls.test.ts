import { expect, test } from 'vitest'
import { Failure } from '#contract/client.ts'
import type { Poll } from '#contract/polls.ts'
import { livePolls } from './live-polls.ts'
import { pollWith } from './testing.ts'

const open = pollWith({ lastSentDate: '2026-11-14 14:00:00' })
const published = pollWith({ lastSentDate: '2026-11-14 14:00:00', publishedDate: '2026-11-14 15:00:00' })

/** Milliseconds until the polls of a chat are read again. */
const interval = (polls: Poll[] | null, error: Error | null = null) =>
  livePolls(7).refetchInterval({
    state: {
      data: polls === null ? undefined : { data: polls },
      error,
      status: error ? 'error' : 'success',
      dataUpdatedAt: Date.now(),
    },
  })

test('polls are read more often while one of them is open', () => {
  expect(interval([published, open])).toBeLessThan(interval([published, pollWith()]))
  expect(interval([])).toBe(interval([published]))
})

test('polls that were never read are read as seldom as those without votes to come', () => {
  expect(interval(null)).toBe(interval([]))
})

test('a refused read is not repeated sooner than a successful one', () => {
  expect(interval([open], new Failure('refused'))).toBe(interval([open]))
})
