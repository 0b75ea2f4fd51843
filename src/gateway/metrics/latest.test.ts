import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLatest } from './figures.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const clock = () => Date.now()
/** Advances the clock by a second, and awaits a promise. */
async function in1s<T>(promise: Promise<T>): Promise<T> {
  await vi.advanceTimersByTimeAsync(1000)
  return promise
}

test('concurrent callers share a read, and so do callers within ten seconds', async () => {
  let reads = 0
  const latest = createLatest(async () => ++reads, clock)
  expect((await Promise.all([latest(), latest(), latest()])).map(({ value }) => value)).toEqual([1, 1, 1])
  await vi.advanceTimersByTimeAsync(9999)
  expect((await latest()).value).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect((await latest()).value).toBe(2)
})

test('a slow read delays callers by at most a second, is not repeated, and its result is used later', async () => {
  let finish: (text: string) => void = () => {}
  let reads = 0
  const read = () => {
    reads++
    return new Promise<string>((resolve) => {
      finish = resolve
    })
  }
  const latest = createLatest(read, clock)
  const began = Date.now()
  const first = latest()
  expect((await in1s(first)).value).toBeNull()
  expect(Date.now() - began).toBe(1000)
  expect((await in1s(latest())).value).toBeNull()
  expect(reads).toBe(1)
  finish('late')
  await vi.advanceTimersByTimeAsync(0)
  expect(await latest()).toEqual({ value: 'late', seconds: 2 })
  expect(reads).toBe(1)
})

test('after a failed read the earlier value is not used', async () => {
  let works = true
  const latest = createLatest(async () => {
    if (!works) throw new Error('The database does not answer')
    return 'read'
  }, clock)
  expect((await latest()).value).toBe('read')
  works = false
  await vi.advanceTimersByTimeAsync(10_000)
  expect((await latest()).value).toBeNull()
  works = true
  expect((await latest()).value).toBe('read')
})
