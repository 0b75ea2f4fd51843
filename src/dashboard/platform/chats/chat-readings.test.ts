import { expect, test } from 'vitest'
import type { Chat } from '#contract/chats.ts'
import { createLimiter } from './chat-readings.ts'

const chats = (many: number) => Array.from({ length: many }, (_, index) => ({ id: index + 1 }) as Chat)

test('at most four reads run at a time, in order, and a failure does not block the others', async () => {
  const limited = createLimiter()
  const { signal } = new AbortController()
  let running = 0
  let most = 0
  const begun: number[] = []
  const work = (id: number) => async () => {
    begun.push(id)
    most = Math.max(most, ++running)
    await Promise.resolve()
    running--
    if (id % 3 === 0) throw new Error('no')
    return id
  }
  const ends = await Promise.allSettled(chats(20).map(({ id }) => limited(signal, work(id))))
  expect(most).toBe(4)
  expect(begun).toEqual(chats(20).map(({ id }) => id))
  expect(ends.filter(({ status }) => status === 'rejected')).toHaveLength(6)
  expect(running).toBe(0)
})

test('a read that is aborted in the queue never starts', async () => {
  const limited = createLimiter(1)
  const stop = new AbortController()
  const begun: number[] = []
  let finish = () => {}
  const first = limited(stop.signal, () => new Promise<void>((done) => (finish = done)))
  const second = limited(stop.signal, async () => begun.push(2))
  stop.abort()
  finish()
  await first
  await expect(second).rejects.toThrow(/abort/)
  expect(begun).toEqual([])
})
