import { afterEach, expect, it, vi } from 'vitest'
import { createAdmission } from './concurrency-limit.ts'

const admission = () => createAdmission({ perAccount: 2, inAll: 3, waitingPerAccount: 1, waitingInAll: 2, waitTimeLimit: 5000 })

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

it('lets in as many of an account as it may, then as many as wait, then none', async () => {
  const admit = admission()
  const leave = await admit(1)
  await admit(1)
  const third = admit(1)
  await expect(admit(1)).rejects.toMatchObject({ status: 429, code: 'too_many_reads' })
  await admit(2)
  expect(await isSettled(third)).toBe(false)
  leave()
  await third
})

it('lets in as many in all, whoever they are, and those that waited longest first', async () => {
  const admit = admission()
  const leaves = await Promise.all([1, 2, 3].map(admit))
  const fourth = admit(4)
  const fifth = admit(5)
  await expect(admit(6)).rejects.toMatchObject({ status: 503, code: 'too_many_reads' })
  leaves[0]!()
  await fourth
  expect(await isSettled(fifth)).toBe(false)
  leaves[1]!()
  await fifth
})

it('passes over one that waits for a place of its own account', async () => {
  const admit = admission()
  await admit(1)
  await admit(1)
  const leave = await admit(2)
  const waiting = admit(1)
  const other = admit(2)
  leave()
  await other
  expect(await isSettled(waiting)).toBe(false)
})

it('gives a place back once, however often that is said', async () => {
  const admit = admission()
  const leave = await admit(1)
  await admit(1)
  const [third, fourth] = [admit(1), admit(2)]
  leave()
  leave()
  await Promise.all([third, fourth])
  await expect(isSettled(admit(3))).resolves.toBe(false)
})

it('lets nobody wait for long', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const admit = admission()
  const leave = await admit(1)
  await admit(1)
  const third = admit(1).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(5000)
  expect(await third).toMatchObject({ status: 429, code: 'too_many_reads' })
  // Its place in the line is free.
  const fourth = admit(1)
  leave()
  await fourth
  await vi.advanceTimersByTimeAsync(5000)
  await admit(2)
  const fifth = admit(3).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(5000)
  expect(await fifth).toMatchObject({ status: 503 })
})
