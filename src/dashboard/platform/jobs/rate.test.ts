import { expect, test } from 'vitest'
import { createRate } from './gateway-jobs.ts'

test('measures the rate of the last five seconds, and none before a second sample', () => {
  let now = 1000
  const rate = createRate(() => now)
  expect(rate(0)).toBe(0)
  now += 1000
  expect(rate(50)).toBe(50)
  now += 1000
  expect(rate(150)).toBe(75)
  // What was long ago says nothing about now.
  now += 60_000
  expect(rate(150)).toBe(0)
  now += 500
  expect(rate(160)).toBe(20)
})
