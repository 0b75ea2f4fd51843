import { expect, test } from 'vitest'
import { pollsEvery } from './live.ts'

test('every 3 seconds while a poll is open, else every 30', () => {
  expect(pollsEvery(true, false, 0, 99_999)).toBe(3000)
  expect(pollsEvery(false, false, 0, 99_999)).toBe(30_000)
})

test('failures double the wait up to a minute', () => {
  const waits: number[] = []
  for (let now = 3000; waits.length < 7; now += waits.at(-1)!) waits.push(pollsEvery(true, true, 0, now))
  expect(waits).toEqual([3000, 6000, 12_000, 24_000, 48_000, 60_000, 60_000])
  expect(pollsEvery(false, true, 0, 1000)).toBe(30_000)
})
