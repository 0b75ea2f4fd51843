// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { Failure } from '#contract/client.ts'
import { createRateLimiter } from '#engine/jobs/rate-limiter.ts'
import { createClock } from '#engine/jobs/test-clock.ts'
import { scanChats, type ScanOptions, scansPerMinute } from './chat-scan.ts'

/** Runs a scan under a simulated clock; every read takes 50 ms. */
function start(chats: number, answer: (chatId: number, number: number) => unknown = (chatId) => chatId) {
  const clock = createClock()
  const stop = new AbortController()
  const sent: number[] = []
  const found = new Map<number, unknown>()
  const held: (string | null)[] = []
  let inFlight = 0
  let maxInFlight = 0
  const options: ScanOptions<unknown> = {
    signal: stop.signal,
    read: async (chatId) => {
      const number = sent.push(clock.now())
      maxInFlight = Math.max(maxInFlight, ++inFlight)
      await clock.wait(50, new AbortController().signal)
      inFlight--
      return answer(chatId, number)
    },
    onFound: (chatId, value) => void found.set(chatId, value),
    onHeld: (because) => void held.push(because && because.kind),
    turns: createRateLimiter(clock.now, scansPerMinute),
    waitFor: clock.wait,
    random: () => 0.5,
  }
  const ids = Array.from({ length: chats }, (_, index) => index + 1)
  return { clock, stop, sent, found, held, max: () => maxInFlight, scan: () => clock.until(scanChats(ids, options)) }
}

/** The largest number of requests sent within any minute. */
const perMinute = (sent: number[]) => Math.max(...sent.map((from) => sent.filter((at) => at >= from && at < from + 60_000).length))

test('a scan of 2,000 chats has at most 4 requests in flight and sends at most about 600 a minute', async () => {
  const { scan, sent, found, max } = start(2000)
  await scan()
  expect(found.size).toBe(2000)
  expect(sent).toHaveLength(2000)
  expect(max()).toBe(4)
  expect(perMinute(sent)).toBeLessThanOrEqual(625)
})

test('an aborted scan sends no more requests', async () => {
  const { scan, stop, sent, found } = start(2000, (chatId, count) => {
    if (count === 30) stop.abort()
    return chatId
  })
  await scan()
  expect(sent.length).toBeLessThanOrEqual(34)
  expect(found.size).toBeLessThanOrEqual(sent.length)
})

test('a Retry-After delay pauses all chats, then the scan continues', async () => {
  const { scan, sent, found, held } = start(60, (chatId, count) => {
    if (count === 10) throw new Failure('too-many-requests', { retryAfter: 7 })
    return chatId
  })
  await scan()
  expect(held).toEqual(['too-many-requests', null])
  const gaps = sent.map((at, index) => at - (sent[index - 1] ?? at))
  expect(Math.max(...gaps)).toBeGreaterThanOrEqual(6900)
  expect(found.size).toBe(60)
  expect([...found.values()].some((value) => value instanceof Failure)).toBe(false)
})

test('a chat that cannot be read does not block the others', async () => {
  const { scan, found } = start(5, (chatId) => {
    if (chatId === 3) throw new Failure('refused', { status: 404 })
    return chatId
  })
  await scan()
  expect(new Set(found.keys())).toEqual(new Set([1, 2, 3, 4, 5]))
  expect(found.get(3)).toBeInstanceOf(Failure)
})
