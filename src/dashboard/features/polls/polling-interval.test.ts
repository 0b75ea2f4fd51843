import { expect, test } from 'vitest'
import { pollingIntervalMs } from './polling-interval.ts'

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
