import { expect, test, vi } from 'vitest'
import { Failure, type Call } from '#contract/client.ts'
import type { Message } from '#contract/messages.ts'
import { createClock, seeded } from '#engine/jobs/test-clock.ts'
import { createNetwork, faults, outcomeOf } from '#engine/jobs/test-network.ts'
import type { ChatCursor } from '#engine/messages/read-messages.ts'
import { runs } from '../../test-runs.ts'
import { onceInEach, type OnceRecord } from './once-in-each.ts'
import { isPost, messagePost, type Posted } from './post-message.ts'

vi.setConfig({ testTimeout: 60_000 })

type Record = OnceRecord<ChatCursor, Posted>

const keepIn = (kept: Map<number, Record>) => (chatId: number, record: Record | null) =>
  void (record ? kept.set(chatId, structuredClone(record)) : kept.delete(chatId))

/** Chats in memory in which other people write, a connection to them with faults, and a post to all of them. */
function createWorld({ seed = 1, chats = 20, rate = 0 } = {}) {
  const random = seeded(seed)
  const clock = createClock()
  const held = new Map<number, Message[]>(Array.from({ length: chats }, (_, index) => [index + 1, []]))
  let lastId = 0
  const write = (chatId: number, text: string) =>
    held.get(chatId)!.push({ messageId: ++lastId, time: clock.now() / 1000 + 1000, userId: null, image: null, userName: 'Ann', text })
  for (const chatId of held.keys()) for (const text of ['Hello', 'Doors open']) write(chatId, text)
  /** Requests to post, but those that were refused for being too many. */
  const sent = new Map<number, number>()
  const service = { before: (_chatId: number, _name: string): void => {} }

  const network = createNetwork({ clock, random, rate }, faults, {}, (request): Call => {
    const call = (
      name: string,
      { params: { chatId }, body }: { params: { chatId: number }; body?: { text: string } },
      { signal }: { signal: AbortSignal },
    ) => {
      const answer = request(signal, (times) => {
        if (name === 'messageSend') sent.set(chatId, (sent.get(chatId) ?? 0) + 1)
        const serve = () => {
          service.before(chatId, name)
          if (name === 'messageList') return { status: true, data: [...held.get(chatId)!] }
          if (name === 'messageSend') write(chatId, body!.text)
          return { status: true }
        }
        if (times === 0) return {}
        const outcome = outcomeOf(serve)
        if (times > 1) outcomeOf(serve)
        return outcome
      })
      return answer.catch((error: unknown) => {
        if (name === 'messageSend' && error instanceof Failure && error.kind === 'too-many-requests')
          sent.set(chatId, sent.get(chatId)! - 1)
        throw error
      })
    }
    // A service of two endpoints, with the types of the one it stands for.
    return call as unknown as Call
  })

  const kept = new Map<number, Record>()
  const stop = new AbortController()
  let connection = network.connect()
  const run = (keep = keepIn(kept), pausePoint = () => Promise.resolve()) =>
    onceInEach({
      chats: [...held.keys()].map((chatId) => ({ chatId })),
      changeOf: ({ chatId }, call) => messagePost(call, chatId, { text: 'Doors open' }),
      records: new Map(kept),
      keep: async ({ chatId }, record) => keep(chatId, record),
      send: connection.port,
      control: { signal: stop.signal, pausePoint },
      patienceMs: 60_000,
      onProgress: () => {},
      wait: clock.wait,
      random,
    })
  return {
    random,
    clock,
    held,
    kept,
    sent,
    service,
    network,
    stop,
    write,
    run,
    cut: () => {
      connection.cut()
      connection = network.connect()
    },
  }
}
type World = ReturnType<typeof createWorld>

/** Beside the one that was there before. */
const posts = ({ held }: World, chatId: number) => held.get(chatId)!.filter((message) => isPost({ text: 'Doors open' }, message)).length - 1

function expectTruth(world: World, seed: number) {
  const { held, kept, sent } = world
  const count = { done: 0, failed: 0, check: 0, nothing: 0 }
  for (const chatId of held.keys()) {
    const record = kept.get(chatId)
    expect(sent.get(chatId) ?? 0, `seed ${seed}, chat ${chatId}: sent`).toBeLessThanOrEqual(1)
    if (!record || 'seen' in record) {
      count.nothing++
      continue
    }
    const { outcome } = record
    count[outcome.state]++
    if (outcome.state === 'done') expect(posts(world, chatId), `seed ${seed}, chat ${chatId}: done`).toBe(1)
    if (outcome.state === 'failed') expect(posts(world, chatId), `seed ${seed}, chat ${chatId}: failed`).toBe(0)
    if (outcome.state === 'check' && outcome.result) expect(posts(world, chatId)).toBe(outcome.result.copies)
  }
  return count
}

test('while a tenth of all requests fails, nothing is sent twice and each result is true', async () => {
  const sum = { done: 0, failed: 0, check: 0, nothing: 0 }
  const times = runs(60, 10)
  for (let seed = 1; seed <= times; seed++) {
    const world = createWorld({ seed, rate: 0.1 })
    for (const chatId of world.held.keys()) world.clock.after(world.random() * 5000, () => world.write(chatId, 'Me too'))
    await world.clock.until(world.run())
    const count = expectTruth(world, seed)
    for (const state of ['done', 'failed', 'check', 'nothing'] as const) sum[state] += count[state]
  }
  expect(sum.nothing).toBe(0)
  expect(sum.failed).toBe(0)
  expect(sum.done / (times * 20)).toBeGreaterThan(0.9)
  expect(sum.check).toBeGreaterThan(0)
})

test('where the work is interrupted again and again, nothing is sent twice and each result is true', async () => {
  const times = runs(60, 10)
  let done = 0
  for (let seed = 1; seed <= times; seed++) {
    const world = createWorld({ seed, rate: 0.1 })
    for (let cuts = 0; cuts < 4; cuts++) {
      let isCut = false
      const running = world.run((chatId, record) => void (isCut || keepIn(world.kept)(chatId, record)))
      await world.clock.until(Promise.race([running, world.clock.wait(200 + world.random() * 600, new AbortController().signal)]))
      isCut = true
      world.cut()
    }
    await world.clock.until(world.run())
    const count = expectTruth(world, seed)
    expect(count.nothing + count.failed, `seed ${seed}`).toBe(0)
    done += count.done
  }
  expect(done / (times * 20)).toBeGreaterThan(0.7)
})

test('a pause before something is sent leaves nothing to look for', async () => {
  const world = createWorld({ chats: 1 })
  let points = 0
  const pause = new Error('paused')
  // The first read is sent, the post is not.
  const running = world.run(undefined, async () => {
    if (++points > 1) throw pause
  })
  await expect(world.clock.until(running)).rejects.toBe(pause)
  expect([world.kept.size, world.sent.size]).toEqual([0, 0])
  await world.clock.until(world.run())
  expect(world.kept.get(1)).toEqual({ outcome: { state: 'done', result: { copies: 1 } } })
})

test('a post that was too many leaves nothing to look for, also where the work pauses then', async () => {
  const world = createWorld({ chats: 1 })
  world.service.before = (_, name) => {
    if (name === 'messageSend') throw new Failure('too-many-requests', { retryAfter: 1 })
  }
  let points = 0
  const pause = new Error('paused')
  const running = world.run(undefined, async () => {
    if (++points > 2) throw pause
  })
  await expect(world.clock.until(running)).rejects.toBe(pause)
  expect(world.kept.size).toBe(0)
  world.service.before = () => {}
  await world.clock.until(world.run())
  expect(world.kept.get(1)).toEqual({ outcome: { state: 'done', result: { copies: 1 } } })
})

test('a job that is stopped while nothing gets through ends, and says what a person should check', async () => {
  const world = createWorld({ chats: 8 })
  let isDown = false
  world.network.trouble = () => (isDown ? new Failure('unreachable') : null)
  world.service.before = (_, name) => {
    if (name !== 'messageSend') return
    isDown = true
    throw new Failure('timed-out')
  }
  world.clock.after(3000, () => world.stop.abort())
  await world.clock.until(world.run())
  const { check, nothing, done, failed } = expectTruth(world, 1)
  expect([done, failed]).toEqual([0, 0])
  expect(check).toBeGreaterThan(0)
  expect(check + nothing).toBe(8)
  expect([...world.kept.values()]).toContainEqual({
    outcome: {
      state: 'check',
      result: null,
      failure: expect.objectContaining({ advice: expect.stringContaining('Check it') as string }) as object,
    },
  })
})

test('what is refused is not sent, with the words of the service; after ten in a row the rest is not tried', async () => {
  const world = createWorld({ chats: 30 })
  world.service.before = () => {
    throw new Failure('refused', { serviceMessage: 'Not on a Sunday' })
  }
  await world.clock.until(world.run())
  const { failed, nothing } = expectTruth(world, 1)
  expect(failed).toBeLessThan(15)
  expect(failed + nothing).toBe(30)
  expect(world.kept.get(1)).toMatchObject({ outcome: { state: 'failed', failure: { serviceMessage: 'Not on a Sunday' } } })
})

test('after a stop, what was sent is looked up and nothing more is sent', async () => {
  const world = createWorld({ chats: 20 })
  const running = world.run()
  await world.clock.until(Promise.race([running, world.clock.wait(250, new AbortController().signal)]))
  const before = new Map(world.sent)
  world.stop.abort()
  await world.clock.until(running)
  expect(world.sent).toEqual(before)
  const { nothing, done } = expectTruth(world, 1)
  expect(done).toBe(before.size)
  expect(nothing).toBe(20 - before.size)
})
