import { expect, test } from 'vitest'
import { Failure } from '#contract/client.ts'
import type { Poll } from '#contract/polls.ts'
import { livePolls, pollingIntervalMs } from './live-polls.ts'
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

test('the interval is 3 seconds while a poll is open, otherwise 30 seconds', () => {
  expect(pollingIntervalMs(true, false, 0, 99_999)).toBe(3000)
  expect(pollingIntervalMs(false, false, 0, 99_999)).toBe(30_000)
})

test('failures double the interval up to a minute', () => {
  const waits: number[] = []
  for (let now = 3000; waits.length < 7; now += waits.at(-1)!) waits.push(pollingIntervalMs(true, true, 0, now))
  expect(waits).toEqual([3000, 6000, 12_000, 24_000, 48_000, 60_000, 60_000])
  expect(pollingIntervalMs(false, true, 0, 1000)).toBe(30_000)
})
