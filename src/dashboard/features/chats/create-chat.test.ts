import { expect, test } from 'vitest'
import { Failure } from '#contract/client.ts'
import { call, knownSession, request as send } from '#dashboard/platform/session/session.ts'
import { setSession } from '#dashboard/platform/session/session-state.ts'
import { drop, lose, network, signInForEachTest } from '#dashboard/platform/session/test-gateway.ts'
import { createAndLook } from './save-chat.ts'
import { listed, newChat } from './test-chats.ts'

signInForEachTest()

const create = (name: string) => () => send('chatCreate', { body: { name } })

test('a new chat comes with its number', async () => {
  const { chatId: id } = await createAndLook(create('Lobby'), 'Lobby')
  expect((await call('chatRead', { params: { chatId: id } })).data.name).toBe('Lobby')
})

test('created without an answer: it is found in the list, and not sent again', async () => {
  const older = await newChat('Lobby')
  network.between = lose('POST')
  const { chatId: id } = await createAndLook(create('Lobby'), 'Lobby')
  expect(id).not.toBe(older.id)
  expect(network.sent).toEqual(['GET /chats', 'POST /chats', 'GET /chats'])
  expect(await listed()).toEqual(['Lobby', 'Lobby'])
})

test('with our own service it is sent again with its key, and made once', async () => {
  setSession({ session: { ...(await knownSession()), service: { kind: 'bundled', address: '' } } })
  const keys: (string | null)[] = []
  network.between = async (request, pass) => {
    if (request.method !== 'POST') return pass()
    const answer = await pass()
    if (keys.push(request.headers.get('idempotency-key')) < 3) throw new TypeError('Failed to fetch')
    expect(answer.headers.get('idempotency-replayed')).toBe('true')
    return answer
  }
  const { chatId: id } = await createAndLook(create('Lobby'), 'Lobby')
  expect((await call('chatRead', { params: { chatId: id } })).data.name).toBe('Lobby')
  expect(await listed()).toEqual(['Lobby'])
  expect([keys.length, new Set(keys).size]).toEqual([3, 1])
})

test('a copy whose name the service chooses is found too', async () => {
  const lobby = await newChat('Lobby')
  network.between = lose('POST')
  const { chatId: id } = await createAndLook(
    () => send('chatDuplicate', { params: { chatId: lobby.id }, body: { settings: true } }),
    undefined,
  )
  expect((await call('chatRead', { params: { chatId: id } })).data.name).toBe('Lobby (copy)')
})

test.each(['the answer comes', 'the answer is lost'])('delivered twice, %s: how many there are is reported', async (answer) => {
  network.between = async (request, pass) => {
    if (request.method !== 'POST') return pass()
    const again = request.clone()
    // As by a service that does not know it.
    again.headers.delete('idempotency-key')
    const first = await pass()
    await pass(again)
    if (answer === 'the answer is lost') throw new TypeError('Failed to fetch')
    return first
  }
  const { copies } = await createAndLook(create('Lobby'), 'Lobby')
  expect(copies).toBe(2)
  expect(await listed()).toEqual(['Lobby', 'Lobby'])
})

test('not created, as the list shows: it may be sent again', async () => {
  await newChat('Lobby')
  network.between = drop('POST')
  const failure = await createAndLook(create('Lobby'), 'Lobby').catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(Failure)
  expect(failure).toMatchObject({ kind: 'unreachable', advice: expect.stringContaining('not in the list') })
  expect(await listed()).toEqual(['Lobby'])
})

test('a chat that someone else made meanwhile is not taken for it', async () => {
  network.between = async (request, pass) => {
    if (request.method !== 'POST') return pass()
    network.between = (_, next) => next()
    await send('chatCreate', { body: { name: 'Attic' } })
    throw new TypeError('Failed to fetch')
  }
  await expect(createAndLook(create('Lobby'), 'Lobby')).rejects.toMatchObject({ kind: 'unreachable' })
  expect(await listed()).toEqual(['Attic'])
})

test('a refusal is the answer: the list is not read again', async () => {
  for (let room = 0; room < 10; room++) await newChat(`Room ${room}`)
  await expect(createAndLook(create('Lobby'), 'Lobby')).rejects.toMatchObject({ kind: 'refused', code: 'plan_full' })
  expect(network.sent).toEqual(['GET /chats', 'POST /chats'])
})
