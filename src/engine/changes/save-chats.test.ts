import { expect, test } from 'vitest'
import { Failure } from '#contract/client.ts'
import { defaults } from '#contract/settings-derive.ts'
import { remaining, stateOf, type ChatResult } from './chat-result.ts'
import { createWorld } from './test-chats.ts'

const ordered = ({ chats = 5, ...more }: Parameters<typeof createWorld>[0] = {}) => {
  const world = createWorld({ chats, ...more })
  for (let chatId = 1; chatId <= chats; chatId++) world.order(chatId, { allowLinks: false, offlineMessage: 'Closed' })
  const state = (chatId: number, isRunning = false) => stateOf(world.orders.get(chatId)!, world.kept.get(chatId), isRunning)
  return { ...world, state, save: (other = {}) => world.clock.until(world.run(other)) }
}

test('each chat is saved and read back; the values before are kept for the undo', async () => {
  const { save, kept, state, held, violations, network } = ordered()
  const saved: number[] = []
  await save({
    keep: async (result: ChatResult) => {
      kept.set(result.chatId, result)
      if (result.jobId !== '') saved.push(result.chatId)
    },
  })
  expect([1, 2, 3, 4, 5].map((chatId) => state(chatId))).toEqual(['saved', 'saved', 'saved', 'saved', 'saved'])
  expect(new Set(saved)).toEqual(new Set([1, 2, 3, 4, 5]))
  expect(kept.get(3)?.applied).toEqual({
    allowLinks: { before: true, after: false },
    offlineMessage: { before: defaults.offlineMessage, after: 'Closed' },
  })
  expect(kept.get(3)?.attempt).toBeUndefined()
  expect(held.get(3)?.settings).toMatchObject({ allowLinks: false, offlineMessage: 'Closed', name: 'Chat 3' })
  expect(violations).toEqual([])
  // A read, a write and a read for each.
  expect(network.seen.requests).toBe(15)
})

test('what someone else changed stays theirs until someone chooses; the rest of the chat is saved', async () => {
  const { save, change, state, kept, held, violations } = ordered()
  change(2, { offlineMessage: 'Holiday', mentions: false })
  await save()
  expect(state(2)).toBe('decide')
  expect(kept.get(2)).toMatchObject({
    conflicts: [{ name: 'offlineMessage', base: defaults.offlineMessage, mine: 'Closed', theirs: 'Holiday' }],
    applied: { allowLinks: { before: true, after: false } },
  })
  expect(held.get(2)?.settings).toMatchObject({ allowLinks: false, offlineMessage: 'Holiday', mentions: false })
  expect(violations).toEqual([])
})

test('a choice for mine is saved against theirs, and what was saved before stays in the result', async () => {
  const { save, change, state, kept, held, order } = ordered()
  change(2, { offlineMessage: 'Holiday' })
  await save()
  const mine = order(2, { offlineMessage: 'Closed' })
  await save({ jobId: 'second', orders: [mine] })
  expect(kept.get(2)).toMatchObject({ conflicts: [], applied: { allowLinks: {}, offlineMessage: { before: 'Holiday', after: 'Closed' } } })
  expect(state(2)).toBe('saved')
  expect(held.get(2)?.settings.offlineMessage).toBe('Closed')
})

test('a value that the service does not keep is reported as such, also one that nobody changed', async () => {
  const { save, service, state, kept } = ordered()
  service.keeps = (sent, chatId) => ({ ...sent, ...(chatId === 4 && { mentions: false, allowLinks: true }) })
  await save()
  expect(state(4)).toBe('notKept')
  expect(kept.get(4)?.notKept).toEqual([
    { name: 'allowLinks', intended: false, kept: true },
    { name: 'mentions', intended: true, kept: false },
  ])
  expect(kept.get(4)?.applied).toEqual({ offlineMessage: { before: defaults.offlineMessage, after: 'Closed' } })
})

test('a refusal is tried three times, and fails this chat alone; one that would be repeated is tried once', async () => {
  const { save, service, state, kept, held, orders } = ordered()
  held.delete(5)
  service.before = (name, chatId) => {
    if (name === 'chatUpdate' && chatId === 1) throw new Failure('refused', { serviceMessage: 'busy, try again' })
  }
  await save()
  expect([1, 2, 5].map((chatId) => state(chatId))).toEqual(['failed', 'saved', 'gone'])
  expect(kept.get(1)).toMatchObject({ tries: 3, failure: { serviceMessage: 'busy, try again', isUnknown: false } })
  expect(kept.get(5)).toMatchObject({ tries: 1, failure: { kind: 'gone', isUnknown: false } })
  expect(remaining(orders.get(1)!, kept.get(1)).changes).toEqual({ allowLinks: false, offlineMessage: 'Closed' })
})

test('where everything is refused, the rest is not sent', async () => {
  const { save, service, state } = ordered({ chats: 40 })
  service.before = () => {
    throw new Failure('refused', { status: 403 })
  }
  await save()
  const states = Array.from({ length: 40 }, (_, index) => state(index + 1))
  expect(states.filter((one) => one === 'failed').length).toBeLessThan(15)
  expect(states.at(-1)).toBe('notSent')
})

test('a later save of another setting first finds out what became of one whose outcome is unknown', async () => {
  const { save, order, service, kept, held, state, orders } = ordered({ chats: 1 })
  const [first] = orders.values()
  let isDown = false
  service.before = (name) => {
    if (isDown) throw new Failure('server-error')
    isDown = name === 'chatUpdate'
  }
  // It takes effect, and nothing can be read afterwards.
  await save({ patienceMs: 100 }).catch(() => {})
  expect(kept.get(1)?.attempt?.changes).toEqual({ allowLinks: false, offlineMessage: 'Closed' })
  service.before = () => {}
  const other = order(1, { mentions: false })
  await save({ jobId: 'second', orders: [other] })
  expect(kept.get(1)).toMatchObject({
    notKept: [],
    applied: { allowLinks: { before: true, after: false }, offlineMessage: { after: 'Closed' }, mentions: { after: false } },
  })
  orders.set(1, { ...first!, base: { ...first!.base, ...other.base }, changes: { ...first!.changes, ...other.changes } })
  expect(state(1)).toBe('saved')
  expect(held.get(1)?.settings).toMatchObject({ allowLinks: false, offlineMessage: 'Closed', mentions: false })
})

test('a stopped job finds out what it sent, and leaves the rest', async () => {
  const { save, stop, state, kept, network, clock, violations } = ordered({ chats: 40 })
  clock.after(300, () => stop.abort())
  await save()
  const states = Array.from({ length: 40 }, (_, index) => state(index + 1))
  expect(new Set(states)).toEqual(new Set(['saved', 'notSent']))
  expect(states.at(-1)).toBe('notSent')
  expect([...kept.values()].filter(({ attempt }) => attempt)).toEqual([])
  expect(network.seen.mostInFlight).toBeLessThanOrEqual(4)
  expect(violations).toEqual([])
})

test('a stopped job whose session has ended waits for the sign-in instead of calling what it sent unknown', async () => {
  const { save, stop, network, kept, service } = ordered({ chats: 1 })
  service.before = (name) => {
    if (name === 'chatUpdate') network.trouble = () => new Failure('unreachable')
  }
  await expect(save()).rejects.toMatchObject({ kind: 'unreachable' })
  network.trouble = () => new Failure('signed-out')
  const stopped = save({ jobId: 'second' })
  stop.abort()
  await expect(stopped).rejects.toMatchObject({ kind: 'signed-out' })
  expect(kept.get(1)?.failure).toBeNull()
})

test('sounds that may be reset and that nobody was asked about: nothing is written, and the chat is to be decided', async () => {
  const { save, state, kept, held } = ordered()
  const nothingKnown = { nameOf: () => undefined, learn: () => {}, bodyOf: (_: object, changes: object) => changes }
  await save({ sounds: { ...nothingKnown, soundsAtRiskIn: () => ['sound_ring'] } })
  expect(state(1)).toBe('decide')
  expect(kept.get(1)).toMatchObject({ sounds: ['sound_ring'], applied: {} })
  expect(held.get(1)?.settings.allowLinks).toBe(true)
})

test('while nothing gets through, the run ends without a result for what it could not find out', async () => {
  const { save, network, kept } = ordered()
  network.trouble = () => new Failure('unreachable')
  await expect(save()).rejects.toMatchObject({ kind: 'unreachable' })
  expect([...kept.values()].filter(({ jobId }) => jobId !== '')).toEqual([])
  network.trouble = () => null
  await save()
  expect(kept.size).toBe(5)
})

test('a save that nobody could read back, because nothing gets through, is looked up by the next run', async () => {
  const { save, network, service, kept, held, state } = ordered({ chats: 1 })
  service.before = (name) => {
    if (name === 'chatUpdate') network.trouble = () => new Failure('unreachable')
  }
  await expect(save()).rejects.toMatchObject({ kind: 'unreachable' })
  expect(kept.get(1)).toMatchObject({ jobId: '', attempt: { isConfirmed: false } })
  network.trouble = () => null
  await save()
  expect(state(1)).toBe('saved')
  expect(held.get(1)?.settings.allowLinks).toBe(false)
})

test('an undo puts back what was there before the first of two saves of a setting, not the value between them', async () => {
  const { save, kept, order } = ordered({ chats: 1 })
  await save()
  const again = order(1, { offlineMessage: 'Back at nine' })
  await save({ jobId: 'second', orders: [again] })
  expect(kept.get(1)?.applied).toEqual({
    allowLinks: { before: true, after: false },
    offlineMessage: { before: defaults.offlineMessage, after: 'Back at nine' },
  })
})
