import { afterEach, expect, test, vi } from 'vitest'
import { createAttemptLimiter, networkOf } from './attempt-limiter.ts'

afterEach(() => void vi.useRealTimers())

function withClock(most: number, mostFailed: number) {
  const clock = { ms: 1_000_000 }
  return { clock, attempts: createAttemptLimiter(most, mostFailed, () => clock.ms) }
}

test('each address has its own limit, and a refusal says how long to wait', () => {
  const { attempts, clock } = withClock(3, 100)
  expect([1, 2, 3].map(() => attempts.begin('a'))).toEqual([0, 0, 0])
  clock.ms += 20_000
  expect(attempts.begin('a')).toBe(40)
  expect(attempts.begin('b')).toBe(0)
  clock.ms += 40_000
  expect(attempts.begin('a')).toBe(0)
})

test('failures have a limit of their own', () => {
  const { attempts, clock } = withClock(100, 2)
  attempts.recordFailure('a')
  clock.ms += 10_000
  attempts.recordFailure('a')
  expect(attempts.begin('a')).toBe(50)
  clock.ms += 50_000
  expect(attempts.begin('a')).toBe(0)
})

test('the window slides, so no minute has more attempts than the limit', () => {
  const { attempts, clock } = withClock(5, 100)
  const allowed: number[] = []
  for (let second = 0; second < 300; second++) {
    if (attempts.begin('a') === 0) allowed.push(clock.ms)
    clock.ms += 1000
  }
  for (const start of allowed) expect(allowed.filter((time) => time >= start && time < start + 60_000).length).toBeLessThanOrEqual(5)
  expect(allowed).toHaveLength(25)
})

test('the time for an attempt does not grow with the number of addresses', () => {
  const looks: number[] = []
  let count = 0
  const attempts = createAttemptLimiter(5, 5, () => (count++, 1_000_000))
  for (let address = 0; address < 5_000; address++) {
    const before = count
    attempts.begin(`${address}`)
    attempts.recordFailure(`${address}`)
    looks.push(count - before)
  }
  // Each visited entry reads the clock once.
  expect(Math.max(...looks)).toBe(looks[0])
})

test('beyond the maximum number of addresses, the least recently used are dropped', () => {
  const { attempts } = withClock(1, 1)
  attempts.begin('first')
  attempts.begin('second')
  expect(attempts.begin('second')).toBeGreaterThan(0)
  for (let address = 0; address < 99_999; address++) attempts.begin(`${address}`)
  expect(attempts.begin('second')).toBeGreaterThan(0)
  expect(attempts.begin('first')).toBe(0)
})

test('all addresses are forgotten after a minute without attempts', () => {
  vi.useFakeTimers()
  const attempts = createAttemptLimiter(5, 5, Date.now)
  for (let address = 0; address < 10; address++) {
    attempts.begin(`${address}`)
    vi.advanceTimersByTime(20_000)
  }
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(120_000)
  expect(vi.getTimerCount()).toBe(0)
  // Later attempts start again.
  attempts.recordFailure('a')
  expect(vi.getTimerCount()).toBe(1)
})

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::ffff', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8::1:2:3:4:5', '2001:db8:0:1::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['1::', '1:0:0:0::/64'],
  ['unknown', 'unknown'],
])('%s is limited as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
