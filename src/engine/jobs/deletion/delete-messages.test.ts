import { describe, expect, test } from 'vitest'
import { Failure } from '#contract/client.ts'
import { ascending, idsBetween, none, start } from './test-deletion.ts'

describe('without faults', () => {
  test('the newest are deleted first, 25 at a time, and the chat is read once', async () => {
    const { run, chat, network, reported, deletion } = start()
    const batches: number[][] = []
    const { port } = deletion
    const receipt = await run({
      port: { ...port, deleteSome: (ids, signal) => port.deleteSome(ids, signal).then(() => batches.push(ids)) },
    })
    expect(receipt).toEqual({ ...none, deleted: idsBetween(101, 200).toReversed() })
    expect(batches.map((ids) => ids.length)).toEqual([25, 25, 25, 25])
    expect(Math.max(...batches.flat())).toBe(200)
    expect(chat.ids()).toEqual([...idsBetween(1, 100), ...idsBetween(201, 300)])
    expect(network.seen).toMatchObject({ removals: 4, reads: 1 })
    expect(reported.at(-1)).toEqual({ done: 100, total: 100, isChecking: true, heldBy: null })
    expect(reported.every(({ done }, index) => index === 0 || done >= reported[index - 1]!.done)).toBe(true)
  })

  test('an id that was chosen twice is sent once', async () => {
    const { run, network } = start({ chosen: [7, 7, 8, 7] })
    expect(await run()).toEqual({ ...none, deleted: [8, 7] })
    expect([...network.seen.sent]).toEqual([
      [8, 1],
      [7, 1],
    ])
  })

  test('nothing chosen: nothing sent', async () => {
    const { run, total } = start({ chosen: [] })
    expect(await run()).toEqual(none)
    expect(total()).toBe(0)
  })

  test('a few messages out of weeks are looked up in their segments', async () => {
    const { run, chat, total } = start({ count: 20_000, apart: 200, chosen: [5, 9000, 9001, 19_990] })
    expect((await run()).deleted).toEqual([19_990, 9001, 9000, 5])
    expect(chat.ids().length).toBe(19_996)
    expect(total()).toBe(1 + 3)
  })

  test('the state is saved periodically, not at every request', async () => {
    const { run, saved, network, clock } = start({ count: 30_000, chosen: idsBetween(1, 10_000) })
    await run()
    expect(network.seen.removals).toBe(400)
    expect(saved.length).toBeLessThan(3 + clock.now() / 250)
    expect(saved[0]?.steps.length).toBe(10_000)
  })
})

describe('no answer', () => {
  test.each(['unreachable', 'timed-out', 'not-this-api'] as const)(
    '%s, though it was done: it is looked up and not sent again',
    async (kind) => {
      const { run, network, chat } = start({ chosen: idsBetween(1, 20) })
      const { port } = network.connect()
      const deleteSome = (ids: number[], signal: AbortSignal) => port.deleteSome(ids, signal).then(() => Promise.reject(new Failure(kind)))
      expect((await run({ port: { ...port, deleteSome } })).deleted.length).toBe(20)
      expect(network.seen).toMatchObject({ removals: 1, reads: 1 })
      expect(chat.ids().length).toBe(280)
    },
  )

  test('five times without an answer: messages that exist are reported as not deleted, deleted ones never as failed', async () => {
    const { run, network, chat } = start({ chosen: [10, 11] })
    const { remove } = chat.service
    chat.service.remove = () => {
      remove([10])
      throw new Failure('timed-out')
    }
    expect(await run()).toEqual({ ...none, deleted: [10], notDeleted: [{ id: 11, reason: null }] })
    expect(network.seen.sent.get(10)).toBe(1)
    expect(network.seen.sent.get(11)).toBe(5)
  })
})

describe('a deletion that is continued', () => {
  test.each([
    ['loses every request', new Failure('unreachable'), 'unreachable'],
    ['answers every request with “too many requests”', new Failure('too-many-requests', { retryAfter: 1 }), 'too-many-requests'],
  ] as const)('waits while the service %s but the reads, and then deletes the rest', async (_, failure, kind) => {
    const { run, network, chat, saved } = start({ chosen: idsBetween(1, 60) })
    const { port } = network.connect()
    let requests = 0
    const deleteSome = (ids: number[], signal: AbortSignal) => (++requests === 1 ? port.deleteSome(ids, signal) : Promise.reject(failure))
    for (let round = 0; round < 3; round++)
      await expect(run({ state: saved.at(-1), isContinued: true, port: { ...port, deleteSome } })).rejects.toMatchObject({ kind })
    expect(chat.ids()).toHaveLength(275)
    const { deleted, ...others } = await run({ state: saved.at(-1), isContinued: true })
    expect([deleted.length, others]).toEqual([60, { notDeleted: [], unknown: [], notTried: [] }])
    expect(chat.ids()).toHaveLength(240)
  })

  test('waits while what it sent cannot be read, and then knows what became of it', async () => {
    const { run, network, saved } = start({ chosen: idsBetween(1, 60) })
    const { port } = network.connect()
    // What is looked up lies further apart than what the probe asks for.
    const readPage: typeof port.readPage = (page, signal) =>
      page.to - page.from > 2 ? Promise.reject(new Failure('timed-out')) : port.readPage(page, signal)
    await expect(run({ isContinued: true, port: { ...port, readPage } })).rejects.toMatchObject({ kind: 'timed-out' })
    expect((await run({ state: saved.at(-1), isContinued: true })).deleted).toHaveLength(60)
    expect([...network.seen.sent.values()].every((times) => times === 1)).toBe(true)
  })

  test('ends where the service refuses, or accepts and does nothing: waiting would change nothing', async () => {
    const { run, chat, refuse } = start({ chosen: [10, 11] })
    const { remove } = chat.service
    chat.service.remove = (ids) => (ids.includes(11) ? refuse('Pinned') : remove(ids))
    expect(await run({ isContinued: true })).toEqual({ ...none, deleted: [10], notDeleted: [{ id: 11, reason: 'Pinned' }] })
    const other = start({ chosen: [20] })
    other.chat.service.remove = () => {}
    expect((await other.run({ isContinued: true })).notDeleted).toEqual([{ id: 20, reason: null }])
  })
})

describe('accepted, but not deleted', () => {
  test('it is sent again and looked up again', async () => {
    const { run, chat, network } = start()
    const { remove } = chat.service
    chat.service.remove = (ids) => remove(ids.filter((id) => id !== 150 || network.seen.sent.get(id) === 3))
    expect((await run()).deleted.length).toBe(100)
    expect(network.seen.sent.get(150)).toBe(3)
    expect(network.seen.sent.get(149)).toBe(1)
  })

  test('after five times it is reported as not deleted, without a reason', async () => {
    const { run, chat, network } = start()
    const { remove } = chat.service
    chat.service.remove = (ids) => remove(ids.filter((id) => id !== 150))
    const receipt = await run()
    expect(receipt.notDeleted).toEqual([{ id: 150, reason: null }])
    expect(receipt.deleted.length).toBe(99)
    expect(network.seen.sent.get(150)).toBe(5)
  })
})

describe('stopped', () => {
  test('before it starts: nothing is sent', async () => {
    const { run, stop, total } = start()
    stop.abort()
    expect(await run()).toEqual({ ...none, notTried: idsBetween(101, 200).toReversed() })
    expect(total()).toBe(0)
  })

  test('in the middle: sent messages are looked up, the others are not tried', async () => {
    const { run, stop, clock, network, chat } = start({ count: 1000, chosen: idsBetween(1, 1000) })
    let removals = 0
    clock.after(250, () => {
      removals = network.seen.removals
      stop.abort()
    })
    const receipt = await run()
    expect(removals).toBeGreaterThan(4)
    expect(network.seen.removals).toBe(removals)
    expect(receipt.deleted.length).toBe(removals * 25)
    expect(ascending(receipt.notTried)).toEqual(chat.ids())
    expect([receipt.unknown, receipt.notDeleted]).toEqual([[], []])
  })

  test('while the service does not answer: what was sent stays unknown, without long waits', async () => {
    const { run, stop, clock, network } = start({ count: 1000, chosen: idsBetween(1, 1000) })
    clock.after(250, () => {
      network.trouble = () => new Failure('unreachable')
      stop.abort()
    })
    const receipt = await run()
    expect(receipt.deleted).toEqual([])
    expect(receipt.unknown.length + receipt.notTried.length).toBe(1000)
    expect(receipt.unknown.length).toBeGreaterThanOrEqual(100)
    expect(clock.now()).toBeLessThan(10_000)
  })

  test('while it is paused: there is a receipt', async () => {
    const { run, stop, clock, deletion } = start()
    clock.after(1000, () => stop.abort())
    const receipt = await run({ control: { ...deletion.control, pausePoint: () => new Promise(() => {}) } })
    expect(receipt.notTried.length).toBe(100)
  })

  test('while it is looked up: the rest is unknown', async () => {
    const { run, stop, chat } = start({ count: 3000, chosen: [1, 3000] })
    chat.service.page = () => {
      stop.abort()
      return { messages: [], next: 'more' }
    }
    expect((await run()).unknown.length).toBe(2)
  })

  test('after an interruption: messages that may have been sent without being saved are looked up too', async () => {
    const { run, stop, chat, saved } = start()
    await run({ state: undefined, control: { signal: stop.signal, pausePoint: () => Promise.reject(new Error('closed')) } }).catch(() => {})
    chat.service.remove(idsBetween(176, 200))
    stop.abort()
    const receipt = await run({ state: saved[0] })
    expect(ascending(receipt.deleted)).toEqual(idsBetween(176, 200))
    expect(ascending(receipt.notTried)).toEqual(idsBetween(101, 175))
  })
})

describe('it cannot continue for now', () => {
  test('the session ended: nothing counts as failed, and it continues from there', async () => {
    const { run, clock, network, saved, reported } = start({ count: 1000, chosen: idsBetween(1, 1000) })
    clock.after(250, () => (network.trouble = () => new Failure('signed-out')))
    await expect(run()).rejects.toMatchObject({ kind: 'signed-out' })
    expect(saved.at(-1)?.tries.every((tries) => tries <= 1)).toBe(true)
    const done = reported.at(-1)!.done
    expect(done).toBeGreaterThan(0)
    network.trouble = () => null
    const before = network.seen.removals
    expect((await run({ state: saved.at(-1) })).deleted.length).toBe(1000)
    expect((network.seen.removals - before) * 25).toBe(1000 - done)
  })

  test('an hour without a connection uses up no tries, however often it is restarted', async () => {
    const { run, clock, network, saved, total, reported } = start({ count: 1000, chosen: idsBetween(1, 1000) })
    clock.after(250, () => (network.trouble = () => new Failure('unreachable')))
    clock.after(3_600_000, () => (network.trouble = () => null))
    const work = () => run({ state: saved.at(-1) })
    let receipt: Awaited<ReturnType<typeof work>> | undefined
    while (!receipt) {
      receipt = await work().catch((error: unknown) => {
        expect(error).toMatchObject({ kind: 'unreachable' })
        return undefined
      })
      if (!receipt) await clock.until(clock.wait(10_000, new AbortController().signal))
    }
    expect(receipt.deleted.length).toBe(1000)
    expect(Math.max(...network.seen.tries.values())).toBeLessThanOrEqual(2)
    expect(total()).toBeLessThan(1200)
    expect(reported.some(({ heldBy }) => heldBy?.kind === 'unreachable')).toBe(true)
    expect(reported.at(-1)?.heldBy).toBe(null)
  })

  test('paused by an interruption: nothing more is sent, and it continues from there', async () => {
    const { run, clock, network, saved, deletion } = start({ count: 1000, chosen: idsBetween(1, 1000) })
    let removals = Number.POSITIVE_INFINITY
    clock.after(250, () => (removals = network.seen.removals))
    const pausePoint = () => (network.seen.removals >= removals ? Promise.reject(new Error('paused')) : Promise.resolve())
    await expect(run({ control: { ...deletion.control, pausePoint } })).rejects.toThrow('paused')
    expect(network.seen.removals).toBe(removals)
    expect((await run({ state: saved.at(-1) })).deleted.length).toBe(1000)
    expect(network.seen.removals).toBe(40)
  })

  test('a browser that cannot store anything stops it before anything is sent; one that fails later does not', async () => {
    const { run, total, saved } = start()
    const full = () => Promise.reject(new Error('The disk is full'))
    await expect(run({ save: full })).rejects.toThrow('The disk is full')
    expect(total()).toBe(0)
    const receipt = await run({ save: (state) => (saved.push(state) > 1 ? full() : Promise.resolve()) })
    expect(receipt.deleted.length).toBe(100)
  })
})
