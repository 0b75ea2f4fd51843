import { describe, expect, test } from 'vitest'
import { activePollMs, createAllowance, firstPoll, idlePollMs, pollAfter } from './pace.ts'

describe('how often a chat is polled', () => {
  test('every 3 s while people write, and for half a minute afterwards', () => {
    let poll = firstPoll(0)
    for (let now = 0; now < 20_000; now += activePollMs) poll = pollAfter(poll, 'new', now)
    const last = poll.active
    while (poll.due - last < 30_000) {
      expect(poll.intervalMs).toBe(activePollMs)
      poll = pollAfter(poll, 'nothing', poll.due)
    }
    poll = pollAfter(poll, 'nothing', poll.due)
    expect(poll.intervalMs).toBeGreaterThan(activePollMs)
  })

  test('less and less often while nobody writes, and every 3 s again after a new message', () => {
    let poll = firstPoll(0)
    for (let reads = 0; reads < 30; reads++) poll = pollAfter(poll, 'nothing', poll.due)
    expect(poll.intervalMs).toBe(idlePollMs)
    expect(pollAfter(poll, 'new', poll.due).intervalMs).toBe(activePollMs)
  })

  test('less and less often if the chat cannot be read', () => {
    let poll = firstPoll(0)
    for (let reads = 0; reads < 30; reads++) poll = pollAfter(poll, 'failed', poll.due)
    expect(poll.intervalMs).toBe(5 * 60_000)
  })
})

test('reads take three quarters of the budget, spread over the minute', () => {
  const allowance = createAllowance(0)
  const reads: number[] = []
  for (let now = 0; now < 180_000; now += 100) if (allowance.take(120, now)) reads.push(now)
  const perMinute = [0, 1, 2].map((minute) => reads.filter((now) => Math.floor(now / 60_000) === minute).length)
  for (const count of perMinute) expect(count).toBeGreaterThanOrEqual(88)
  for (const count of perMinute) expect(count).toBeLessThanOrEqual(91)
  expect(allowance.waitMs(120, 180_000)).toBeLessThanOrEqual(667)
})

test('after a pause only a few seconds of reads are made up', () => {
  const allowance = createAllowance(0)
  let reads = 0
  while (allowance.take(120, 3_600_000)) reads++
  expect(reads).toBe(7)
})
