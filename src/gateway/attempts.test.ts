import { expect, test } from 'vitest'
import { createAttempts } from './attempts.ts'

function withClock(most: number, mostFailed: number) {
  const clock = { ms: 1_000_000 }
  return { clock, attempts: createAttempts(most, mostFailed, () => clock.ms) }
}

test('the limit holds for each address, and says how long to wait', () => {
  const { attempts, clock } = withClock(3, 100)
  expect([1, 2, 3].map(() => attempts.begin('a'))).toEqual([0, 0, 0])
  clock.ms += 20_000
  expect(attempts.begin('a')).toBe(40)
  expect(attempts.begin('b')).toBe(0)
  clock.ms += 40_000
  expect(attempts.begin('a')).toBe(0)
})

test('failures count for themselves', () => {
  const { attempts, clock } = withClock(100, 2)
  attempts.failed('a')
  clock.ms += 10_000
  attempts.failed('a')
  expect(attempts.begin('a')).toBe(50)
  clock.ms += 50_000
  expect(attempts.begin('a')).toBe(0)
})

test('a minute slides: twice the limit never fits into one', () => {
  const { attempts, clock } = withClock(5, 100)
  const allowed: number[] = []
  for (let second = 0; second < 300; second++) {
    if (attempts.begin('a') === 0) allowed.push(clock.ms)
    clock.ms += 1000
  }
  for (const start of allowed) expect(allowed.filter((time) => time >= start && time < start + 60_000).length).toBeLessThanOrEqual(5)
  expect(allowed).toHaveLength(25)
})
