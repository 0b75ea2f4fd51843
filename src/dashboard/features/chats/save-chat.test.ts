// @vitest-environment node
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Chat } from '#contract/chats.ts'
import { Failure } from '#contract/client.ts'
import { setting, settingNames, soundSettings } from '#contract/settings-derive.ts'
import { startGateway } from '#gateway/testing/gateway.ts'
import { queryClient } from '#dashboard/platform/api/query.ts'
import { call, knownSession, request as send, setSession } from '#dashboard/platform/session/session.ts'
import { confirmToken, signIn } from '#dashboard/platform/session/sign-in.ts'
import { createAndLook, deleteChat, setOffline } from './save-chat.ts'

// The record of changes asks it at any time, even after a test. Node has one from release 21 on.
if (!('navigator' in globalThis)) Object.assign(globalThis, { navigator: { onLine: true } })

// catalogue.test.ts holds its shape.
const catalogue = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../public/catalogue.json'), 'utf8')) as { sounds: object[] }
/** What the operator says of the service. */
let services: Record<string, { sounds: object[] }>
let gateway: Awaited<ReturnType<typeof startGateway>>
/** What the service was asked, oldest first. */
let sent: string[]
/** Stands between the page and the gateway: answers in its place, or passes on. */
let between: (request: Request, pass: () => Promise<Response>) => Promise<Response>

beforeEach(async () => {
  gateway = await startGateway()
  services = { 'https://chat.example': { sounds: catalogue.sounds } }
  sent = []
  between = (_, pass) => pass()
  let cookie = ''
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    init.signal?.throwIfAborted()
    if (path === '/catalogue.json') return Response.json({ ...catalogue, services })
    // What a browser adds by itself.
    const headers = { ...(init.headers as Record<string, string>), cookie, 'sec-fetch-site': 'same-origin' }
    const request = new Request(`http://127.0.0.1:4173${path}`, { ...init, headers })
    if (path.startsWith('/bff/api/')) sent.push(`${request.method} ${path.replace('/bff/api', '')}`)
    const answer = await between(request, async () => gateway.app.fetch(request))
    cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie
    return answer
  })
  setSession({ session: null })
  await signIn({ token: gateway.token })
  // The service of a stranger, who knows nothing beyond the API document. The gateway of the tests has ours behind it.
  setSession({ session: { ...(await knownSession()), service: { kind: 'remote', address: 'https://chat.example' } } })
  // A chat is deleted only by who entered the token again.
  await confirmToken(gateway.token)
  sent = []
})
afterEach(async () => {
  queryClient.clear()
  vi.unstubAllGlobals()
  await gateway.close()
})

async function newChat(name: string, draft: Record<string, unknown> = {}): Promise<Chat> {
  const { chatId } = await send('chatCreate', { body: { name, ...draft } })
  const { data } = await call('chatRead', { params: { chatId } })
  sent = []
  return data
}
const listed = async () => (await call('chatList', {})).data.map(({ name }) => name)

/** Does it, but the answer never comes. */
const lose =
  (method: string): typeof between =>
  async (request, pass) => {
    const answer = await pass()
    if (request.method === method) throw new TypeError('Failed to fetch')
    return answer
  }
/** It never arrives. */
const drop =
  (method: string): typeof between =>
  (request, pass) =>
    request.method === method ? Promise.reject(new TypeError('Failed to fetch')) : pass()

test('a chat goes offline and comes back, and nothing else changes', async () => {
  const before = await newChat('Lobby', { filterWords: ' a,b', sound_ring: 'ring', sound_notice: 'none', groupChatWelcomeMessageDelay: 0 })
  expect(await setOffline(send, before, true, [])).toEqual([])
  expect(sent).toEqual([`GET /chats/${before.id}`, `PUT /chats/${before.id}`, `GET /chats/${before.id}`])
  const { data: offline } = await call('chatRead', { params: { chatId: before.id } })
  expect(offline).toEqual({ ...before, offline: true })
  expect(await setOffline(send, before, false, [])).toEqual([])
  expect((await call('chatRead', { params: { chatId: before.id } })).data).toEqual(before)
})

test('a change goes over what the service holds now, not over what the page remembers', async () => {
  const before = await newChat('Lobby')
  await send('chatUpdate', { params: { chatId: before.id }, body: { name: 'Renamed', upload: false } }, { version: '*' })
  await setOffline(send, before, true, [])
  expect((await call('chatRead', { params: { chatId: before.id } })).data).toMatchObject({ name: 'Renamed', upload: false, offline: true })
})

test('every setting is sent, sounds by name', async () => {
  const before = await newChat('Lobby', { sound_ring: 'bell' })
  let body: Record<string, unknown> = {}
  between = async (request, pass) => {
    if (request.method === 'PUT') body = (await request.clone().json()) as Record<string, unknown>
    return pass()
  }
  await setOffline(send, before, true, [])
  expect(Object.keys(body).toSorted()).toEqual(settingNames.toSorted())
  expect([body['sound_ring'], body['sound_message']]).toEqual(['bell', 'pop'])
  const numbers = settingNames.filter((name) => setting(name).control.kind === 'sound' && typeof body[name] !== 'string')
  expect(numbers).toEqual([])
})

test('a sound whose name nobody has confirmed is not sent, and not before the person was told', async () => {
  services = {}
  const before = await newChat('Lobby', { sound_ring: 'bell' })
  let body: Record<string, unknown> = {}
  between = async (request, pass) => {
    if (request.method === 'PUT') body = (await request.clone().json()) as Record<string, unknown>
    return pass()
  }
  await expect(setOffline(send, before, true, soundSettings.slice(1))).rejects.toMatchObject({
    kind: 'refused',
    advice: /Nothing was sent/,
  })
  expect(sent).toEqual([`GET /chats/${before.id}`])
  expect(await setOffline(send, before, true, soundSettings)).toEqual([])
  expect(Object.keys(body).filter((name) => soundSettings.some((sound) => sound === name))).toEqual([])
  // It kept them, which is known from now on.
  expect(await setOffline(send, before, false, [])).toEqual([])
})

test('what the service did not keep is named', async () => {
  const before = await newChat('Lobby')
  between = async (request, pass) => {
    const answer = await pass()
    if (request.method !== 'GET' || !sent.some((line) => line.startsWith('PUT'))) return answer
    const { data } = (await answer.json()) as { data: object }
    return Response.json({ status: true, data: { ...data, allowLinks: false, sound_ring: 3 } })
  }
  expect(await setOffline(send, before, true, [])).toEqual(['allowLinks', 'sound_ring'])
})

test('a chat that stayed online is not called offline', async () => {
  const before = await newChat('Lobby')
  between = async (request, pass) => (request.method === 'PUT' ? Response.json({ status: true }) : pass())
  await expect(setOffline(send, before, true, [])).rejects.toMatchObject({
    kind: 'refused',
    advice: 'The service says it is done, but the chat is still online.',
  })
})

test('changed without an answer: what is read back tells, and it is not sent again', async () => {
  const before = await newChat('Lobby')
  between = lose('PUT')
  expect(await setOffline(send, before, true, [])).toEqual([])
  expect(sent.filter((line) => line.startsWith('PUT'))).toHaveLength(1)
})

test('not changed, as reading back shows: the failure is told', async () => {
  const before = await newChat('Lobby')
  between = drop('PUT')
  await expect(setOffline(send, before, true, [])).rejects.toMatchObject({ kind: 'unreachable' })
  expect((await call('chatRead', { params: { chatId: before.id } })).data).toEqual(before)
})

test('a chat that is offline already is not written again', async () => {
  const before = await newChat('Lobby', { offline: true })
  expect(await setOffline(send, { ...before, offline: false }, true, [])).toEqual([])
  expect(sent).toEqual([`GET /chats/${before.id}`])
})

test('a chat that is gone is not taken offline', async () => {
  const before = await newChat('Lobby')
  await send('chatDelete', { params: { chatId: before.id } })
  await expect(setOffline(send, before, true, [])).rejects.toMatchObject({ kind: 'refused', code: 'not_found' })
})

test('a deleted chat is gone', async () => {
  const [lobby] = [await newChat('Lobby'), await newChat('Attic')]
  await deleteChat(send, lobby)
  expect(sent).toEqual([`DELETE /chats/${lobby.id}`])
  expect(await listed()).toEqual(['Attic'])
})

test('one that somebody else deleted is gone as well', async () => {
  const lobby = await newChat('Lobby')
  await send('chatDelete', { params: { chatId: lobby.id } })
  await expect(deleteChat(send, lobby)).resolves.toBeUndefined()
})

test('deleted without an answer: the list tells, and it is not sent again', async () => {
  const lobby = await newChat('Lobby')
  between = lose('DELETE')
  await deleteChat(send, lobby)
  expect(sent).toEqual([`DELETE /chats/${lobby.id}`, 'GET /chats'])
  expect(await listed()).toEqual([])
})

test('not deleted, as the list shows: the failure is told', async () => {
  const lobby = await newChat('Lobby')
  between = drop('DELETE')
  await expect(deleteChat(send, lobby)).rejects.toMatchObject({ kind: 'unreachable' })
  expect(await listed()).toEqual(['Lobby'])
})

test('when the list cannot be read either, the first failure is told', async () => {
  const lobby = await newChat('Lobby')
  between = async (request, pass) => {
    if (request.method === 'DELETE') throw new TypeError('Failed to fetch')
    return request.method === 'GET' ? new Response('<html>') : pass()
  }
  await expect(deleteChat(send, lobby)).rejects.toMatchObject({ kind: 'unreachable' })
})

test('too many requests: nothing is read and nothing is sent again', async () => {
  const lobby = await newChat('Lobby')
  between = async () => Response.json({ status: false }, { status: 429, headers: { 'retry-after': '7' } })
  await expect(deleteChat(send, lobby)).rejects.toMatchObject({ kind: 'too-many-requests', retryAfter: 7 })
  expect(sent).toEqual([`DELETE /chats/${lobby.id}`])
})

const create = (name: string) => () => send('chatCreate', { body: { name } })

test('a new chat comes with its number', async () => {
  const { chatId: id } = await createAndLook(create('Lobby'), 'Lobby')
  expect((await call('chatRead', { params: { chatId: id } })).data.name).toBe('Lobby')
})

test('created without an answer: it is found in the list, and not sent again', async () => {
  const older = await newChat('Lobby')
  between = lose('POST')
  const { chatId: id } = await createAndLook(create('Lobby'), 'Lobby')
  expect(id).not.toBe(older.id)
  expect(sent).toEqual(['GET /chats', 'POST /chats', 'GET /chats'])
  expect(await listed()).toEqual(['Lobby', 'Lobby'])
})

test('with our own service it is sent again with its key, and made once', async () => {
  setSession({ session: { ...(await knownSession()), service: { kind: 'bundled', address: '' } } })
  const keys: (string | null)[] = []
  between = async (request, pass) => {
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

test('somebody else saves between our reading and our writing: nothing of theirs is lost', async () => {
  const before = await newChat('Lobby')
  between = async (request, pass) => {
    if (request.method !== 'PUT') return pass()
    between = (_, next) => next()
    await send('chatUpdate', { params: { chatId: before.id }, body: { name: 'Theirs' } }, { version: '*' })
    return pass()
  }
  expect(await setOffline(send, before, true, [])).toEqual([])
  expect((await call('chatRead', { params: { chatId: before.id } })).data).toMatchObject({ name: 'Theirs', offline: true })
  const path = `/chats/${before.id}`
  // Refused, read afresh, written.
  expect(sent.slice(0, 6)).toEqual([`GET ${path}`, `PUT ${path}`, `PUT ${path}`, `GET ${path}`, `PUT ${path}`, `GET ${path}`])
})

test('a copy whose name the service chooses is found too', async () => {
  const lobby = await newChat('Lobby')
  between = lose('POST')
  const { chatId: id } = await createAndLook(
    () => send('chatDuplicate', { params: { chatId: lobby.id }, body: { settings: true } }),
    undefined,
  )
  expect((await call('chatRead', { params: { chatId: id } })).data.name).toBe('Lobby (copy)')
})

test.each(['the answer comes', 'the answer is lost'])('delivered twice, %s: how many there are is told', async (answer) => {
  between = async (request, pass) => {
    if (request.method !== 'POST') return pass()
    const again = request.clone()
    // As by a service that does not know it.
    again.headers.delete('idempotency-key')
    const first = await pass()
    await gateway.app.fetch(again)
    if (answer === 'the answer is lost') throw new TypeError('Failed to fetch')
    return first
  }
  const { copies } = await createAndLook(create('Lobby'), 'Lobby')
  expect(copies).toBe(2)
  expect(await listed()).toEqual(['Lobby', 'Lobby'])
})

test('not created, as the list shows: it may be sent again', async () => {
  await newChat('Lobby')
  between = drop('POST')
  const failure = await createAndLook(create('Lobby'), 'Lobby').catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(Failure)
  expect(failure).toMatchObject({ kind: 'unreachable', advice: expect.stringContaining('it is not there') })
  expect(await listed()).toEqual(['Lobby'])
})

test('a chat that somebody else made meanwhile is not taken for it', async () => {
  between = async (request, pass) => {
    if (request.method !== 'POST') return pass()
    between = (_, next) => next()
    await send('chatCreate', { body: { name: 'Attic' } })
    throw new TypeError('Failed to fetch')
  }
  await expect(createAndLook(create('Lobby'), 'Lobby')).rejects.toMatchObject({ kind: 'unreachable' })
  expect(await listed()).toEqual(['Attic'])
})

test('a refusal is the answer: the list is not read again', async () => {
  for (let room = 0; room < 10; room++) await newChat(`Room ${room}`)
  await expect(createAndLook(create('Lobby'), 'Lobby')).rejects.toMatchObject({ kind: 'refused', code: 'plan_full' })
  expect(sent).toEqual(['GET /chats', 'POST /chats'])
})
