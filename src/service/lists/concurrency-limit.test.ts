import { afterEach, expect, it, vi } from 'vitest'
import { createConcurrencyLimit } from './list-response.ts'

const limit = () =>
  createConcurrencyLimit({ maxPerAccount: 2, maxTotal: 3, maxQueuedPerAccount: 1, maxQueuedTotal: 2, queueTimeoutMs: 5000 })

afterEach(() => void vi.useRealTimers())

/** Whether it has been settled by now. */
const isSettled = (promise: Promise<unknown>) =>
  Promise.race([
    promise.then(
      () => true,
      () => true,
    ),
    Promise.resolve().then(() => Promise.resolve(false)),
  ])

it('grants an account its slots, queues the next request and refuses further ones', async () => {
  const acquire = limit()
  const release = await acquire(1)
  await acquire(1)
  const third = acquire(1)
  await expect(acquire(1)).rejects.toMatchObject({ status: 429, code: 'too_many_reads' })
  await acquire(2)
  expect(await isSettled(third)).toBe(false)
  release()
  await third
})

it('limits the total over all accounts and serves the queue in order of arrival', async () => {
  const acquire = limit()
  const releases = await Promise.all([1, 2, 3].map(acquire))
  const fourth = acquire(4)
  const fifth = acquire(5)
  await expect(acquire(6)).rejects.toMatchObject({ status: 503, code: 'too_many_reads' })
  releases[0]!()
  await fourth
  expect(await isSettled(fifth)).toBe(false)
  releases[1]!()
  await fifth
})

it('skips a queued request whose account has no free slot', async () => {
  const acquire = limit()
  await acquire(1)
  await acquire(1)
  const release = await acquire(2)
  const waiting = acquire(1)
  const other = acquire(2)
  release()
  await other
  expect(await isSettled(waiting)).toBe(false)
})

it('releases a slot only once', async () => {
  const acquire = limit()
  const release = await acquire(1)
  await acquire(1)
  const [third, fourth] = [acquire(1), acquire(2)]
  release()
  release()
  await Promise.all([third, fourth])
  await expect(isSettled(acquire(3))).resolves.toBe(false)
})

it('rejects a queued request after the timeout', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const acquire = limit()
  const release = await acquire(1)
  await acquire(1)
  const third = acquire(1).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(5000)
  expect(await third).toMatchObject({ status: 429, code: 'too_many_reads' })
  // Its place in the line is free.
  const fourth = acquire(1)
  release()
  await fourth
  await vi.advanceTimersByTimeAsync(5000)
  await acquire(2)
  const fifth = acquire(3).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(5000)
  expect(await fifth).toMatchObject({ status: 503 })
})
