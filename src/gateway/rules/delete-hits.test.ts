import { describe, expect, test } from 'vitest'
import { Failure, type Call } from '#contract/client.ts'
import { ascending, idsBetween } from '#engine/jobs/deletion/test-deletion.ts'
import { start } from './test-delete-hits.ts'

const some = [20, 30, 31, 32, 200]

test('exactly the given messages are deleted', async () => {
  const { chat, run, targets, arrived } = start()
  const { ids, because } = await run(targets(some))
  expect(ascending(ids('deleted'))).toEqual(some)
  expect(because).toBeNull()
  expect(chat.ids()).toEqual(idsBetween(1, 300).filter((id) => !some.includes(id)))
  expect(ascending(arrived)).toEqual(some)
})

test('no message: no request', async () => {
  const { run, asked } = start()
  expect((await run([])).outcomes.size).toBe(0)
  expect(asked).toEqual([])
})

test('of hundreds in one second only the given ones are deleted', async () => {
  const { chat, run, targets } = start({ count: 700, apart: 0 })
  const chosen = idsBetween(1, 700).filter((id) => id % 3 === 0)
  expect((await run(targets(chosen))).ids('deleted').length).toBe(233)
  expect(chat.ids()).toEqual(idsBetween(1, 700).filter((id) => id % 3 > 0))
})

describe('a message that does not exist', () => {
  test('is reported as gone, and no deletion is sent for it', async () => {
    const { run, targets, remove, asked } = start()
    remove(some)
    expect((await run(targets(some))).ids('gone').length).toBe(5)
    expect(asked).toEqual(['messageList'])
  })

  test('is reported as deleted if an earlier run may have sent its deletion', async () => {
    const { run, targets, remove, arrived } = start()
    remove(some)
    const { ids } = await run([...targets([20, 30], true), ...targets([31, 32, 200])])
    expect([ascending(ids('deleted')), ascending(ids('gone'))]).toEqual([
      [20, 30],
      [31, 32, 200],
    ])
    expect(arrived).toEqual([])
  })

  test('given twice, it may have been sent if one of the two says so', async () => {
    const { run, targets, remove } = start()
    remove(some)
    expect((await run([...targets([20], true), ...targets([20])])).ids('deleted')).toEqual([20])
  })

  test('with an id that another message has after a restore of the service: that message is not deleted', async () => {
    const { chat, run, targets } = start()
    const [message] = targets([20])
    const { ids } = await run([{ ...message!, time: message!.time + 0.5 }, ...targets([30])])
    expect([ids('gone'), ids('deleted')]).toEqual([[20], [30]])
    expect([chat.has(20), chat.has(30)]).toEqual([true, false])
  })

  test('because someone else deleted it at the same moment, it is gone as well', async () => {
    const { chat, run, targets, remove } = start()
    // The service refuses what is not there.
    chat.service.remove = () => {
      remove(some)
      throw new Failure('refused', { serviceMessage: 'There is no such message.' })
    }
    expect((await run(targets(some))).ids('deleted').length).toBe(5)
  })
})

describe('refused', () => {
  test('with the message of the service, and the others are deleted', async () => {
    const { chat, run, targets, remove } = start()
    chat.service.remove = (ids) => {
      if (ids.includes(31)) throw new Failure('refused', { serviceMessage: 'It is pinned.' })
      remove(ids)
    }
    const { outcomes, ids, because } = await run(targets(some))
    expect(outcomes.get(31)).toEqual({ kind: 'refused', note: 'It is pinned.' })
    expect(ascending(ids('deleted'))).toEqual([20, 30, 32, 200])
    expect(because).toBeNull()
  })

  test('accepted but never carried out: it does not count as deleted', async () => {
    const { chat, run, targets } = start()
    chat.service.remove = () => {}
    expect((await run(targets([20]))).outcomes.get(20)).toEqual({ kind: 'refused', note: '' })
  })
})

describe('it cannot continue', () => {
  test('nothing can be sent: all are open, and there is no further request', async () => {
    const { run, targets, asked, callUntil, arrived } = start()
    const { ids, because } = await run(targets(some), { call: callUntil(0) })
    expect(ids('open')).toHaveLength(5)
    expect(because).toMatchObject({ why: 'lease' })
    expect([asked, arrived]).toEqual([['messageList'], []])
  })

  test('after it had read: nothing was sent', async () => {
    const { run, targets, callUntil, arrived } = start()
    const { ids } = await run(targets(some), { call: callUntil(1) })
    expect(ids('open')).toHaveLength(5)
    expect(arrived).toEqual([])
  })

  test('after it had sent some: those are unknown, and the next run finds them deleted', async () => {
    const { run, targets, callUntil, arrived } = start()
    const chosen = idsBetween(101, 200)
    const first = await run(targets(chosen), { call: callUntil(3) })
    expect(arrived).toHaveLength(50)
    expect(ascending(first.ids('unknown'))).toEqual(ascending(arrived))
    expect(first.ids('open')).toHaveLength(50)
    const second = await run([...targets(first.ids('unknown'), true), ...targets(first.ids('open'))])
    expect(second.ids('deleted')).toHaveLength(100)
    expect(arrived).toHaveLength(100)
  })

  test('the chat cannot be read: nothing is sent, and the reason is returned', async () => {
    const { chat, run, targets, arrived } = start()
    chat.service.page = () => {
      throw new Failure('refused', { serviceMessage: 'There is no such chat.' })
    }
    const { ids, because } = await run([...targets([20]), ...targets([30], true)])
    expect([ids('open'), ids('unknown')]).toEqual([[20], [30]])
    expect(because).toMatchObject({ kind: 'refused', serviceMessage: 'There is no such chat.' })
    expect(arrived).toEqual([])
  })

  test('the chat cannot be read after they were sent: they are unknown, and never sent a sixth time', async () => {
    const { chat, run, targets, arrived } = start()
    const { page } = chat.service
    chat.service.page = (asked) => {
      if (arrived.length > 0) throw new Failure('refused', { serviceMessage: 'Not now.' })
      return page(asked)
    }
    const { ids, because } = await run(targets(some))
    expect(ids('unknown')).toHaveLength(5)
    expect(because).toMatchObject({ serviceMessage: 'Not now.' })
    chat.service.page = page
    expect((await run(targets(some, true))).ids('deleted')).toHaveLength(5)
  })

  test('nothing gets through: it ends within a minute of waiting', async () => {
    const { run, targets, clock, random } = start({ rate: 0 })
    const call = async () => {
      await clock.wait(random() * 50, new AbortController().signal)
      throw new Failure('unreachable')
    }
    const { ids, because } = await run(targets(some), { call })
    expect(ids('open')).toHaveLength(5)
    expect(because).toMatchObject({ kind: 'unreachable' })
    expect(clock.now()).toBeLessThan(60_000)
  })
})

describe('stopped', () => {
  test('before it began: no request', async () => {
    const { run, targets, asked } = start()
    const stop = new AbortController()
    stop.abort()
    const { ids, because } = await run(targets(some), { stop })
    expect([ids('open').length, because, asked]).toEqual([5, null, []])
  })

  test('while it sends: sent deletions are read back, and the rest is open', async () => {
    const { chat, run, targets, remove } = start({ count: 1000 })
    const stop = new AbortController()
    const chosen = idsBetween(1, 1000)
    chat.service.remove = (ids) => {
      remove(ids)
      stop.abort()
    }
    const { ids } = await run(targets(chosen), { stop })
    expect(ids('deleted').length).toBeGreaterThanOrEqual(25)
    expect(ids('deleted').length).toBeLessThanOrEqual(100)
    expect(ascending(ids('open'))).toEqual(chat.ids())
  })

  test('by the call before it sends: unsent messages are open', async () => {
    const { run, targets, callUntil, arrived } = start()
    const stop = new AbortController()
    const send = callUntil()
    const call: Call = async (name, ...request) => {
      if (name === 'messageDeleteSome') stop.abort()
      stop.signal.throwIfAborted()
      return send(name, ...request)
    }
    const { ids } = await run(targets(some), { call, stop })
    expect([ids('open').length, arrived]).toEqual([5, []])
  })

  test('after its only try was lost: it does not count as refused, because the request may still arrive', async () => {
    const { run, targets, callUntil } = start()
    const stop = new AbortController()
    const send = callUntil()
    const call: Call = async (name, ...request) => {
      if (name === 'messageList') return send(name, ...request)
      stop.abort()
      throw new Failure('unreachable')
    }
    expect((await run(targets(some), { call, stop })).ids('unknown')).toHaveLength(5)
  })
})
