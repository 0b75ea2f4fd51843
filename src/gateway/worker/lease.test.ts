import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { onEveryEngine } from '#service/testing/databases.ts'
import { leaseMs } from './lease.ts'
import { testWorkers } from './test-worker.ts'

onEveryEngine('the lease', (bench) => {
  let workers: Awaited<ReturnType<typeof testWorkers>>
  beforeAll(async () => {
    workers = await testWorkers(bench)
  })
  afterAll(() => workers.close())
  beforeEach(() => workers.reset())

  const passes = (ms: number) => void (workers.clock.ms += ms)
  const pair = () => [workers.start('a').lease, workers.start('b').lease] as const

  it('is held for 15 s after the start of its last renewal', async () => {
    const { lease } = workers.start('a')
    expect(lease.isHeld()).toBe(false)
    expect(await lease.renew()).toBe(true)
    const number = lease.number()
    passes(leaseMs - 1)
    expect(lease.isHeld()).toBe(true)
    expect(await lease.renew()).toBe(true)
    expect(lease.number()).toBe(number)
    passes(leaseMs)
    expect([lease.isHeld(), lease.number()]).toEqual([false, 0])
  })

  it('has a new number when it is taken again after it expired, even by the same process', async () => {
    const { lease } = workers.start('a')
    await lease.renew()
    const number = lease.number()
    passes(leaseMs)
    expect(await lease.renew()).toBe(true)
    expect(lease.number()).toBe(number + 1)
  })

  it('expires on a machine that slept, whose monotonic clock stopped', async () => {
    const { lease, skew } = workers.start('a')
    await lease.renew()
    skew.wall += 2 * 24 * 60 * 60_000
    expect(lease.isHeld()).toBe(false)
  })

  it('of a stopped process is free for the next one in the same folder', async ({ skip }) => {
    if (workers.isShared) skip()
    const [first, second] = pair()
    await first.renew()
    expect(await second.renew()).toBe(true)
    expect(second.number()).toBe(2)
  })

  it('is taken by another process that has seen no renewal for 15 s', async ({ skip }) => {
    if (!workers.isShared) skip()
    const [first, second] = pair()
    await first.renew()
    expect(await second.renew()).toBe(false)
    passes(leaseMs - 1)
    expect(await second.renew()).toBe(false)
    passes(1)
    expect(await second.renew()).toBe(true)
    expect([first.isHeld(), second.number()]).toEqual([false, 2])
    expect(await first.renew()).toBe(false)
  })

  it('is not taken if it was renewed while the other process was suspended', async ({ skip }) => {
    if (!workers.isShared) skip()
    const [first, second] = pair()
    await first.renew()
    await second.renew()
    passes(leaseMs - 1)
    await first.renew()
    passes(leaseMs - 1)
    // For the second process almost 30 s have passed since it looked.
    expect(await second.renew()).toBe(false)
    expect(first.isHeld()).toBe(true)
  })

  it('does not depend on wall clocks, which may be wrong or jump', async ({ skip }) => {
    if (!workers.isShared) skip()
    const [first, second] = [workers.start('a'), workers.start('b')]
    second.skew.wall = 7 * 24 * 60 * 60_000
    await first.lease.renew()
    expect(await second.lease.renew()).toBe(false)
    second.skew.wall = -7 * 24 * 60 * 60_000
    expect(await second.lease.renew()).toBe(false)
    expect(first.lease.isHeld()).toBe(true)
  })

  it('is taken at once after it was released', async () => {
    const [first, second] = pair()
    await first.renew()
    await first.release()
    expect(first.isHeld()).toBe(false)
    expect(await second.renew()).toBe(true)
  })

  it('is taken by one of three that try at the same time', async () => {
    const all = [1, 2, 3].map((index) => workers.start(`gateway-${index}`).lease)
    await Promise.all(all.map((lease) => lease.renew()))
    expect(all.filter((lease) => lease.isHeld())).toHaveLength(1)
  })
})
