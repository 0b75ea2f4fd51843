import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { setting, settingNames, soundSettings } from '#contract/settings-derive.ts'
import { call, request as send } from '#dashboard/platform/session/session.ts'
import { confirmToken } from '#dashboard/platform/session/sign-in.ts'
import { drop, lose, network, signInForEachTest } from '#dashboard/platform/session/test-gateway.ts'
import { setOffline } from '#dashboard/platform/chats/set-offline.ts'
import { deleteChat } from './save-chat.ts'
import { listed, newChat } from './test-chats.ts'

signInForEachTest()

// catalogue.test.ts holds its shape.
const catalogue = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../public/catalogue.json'), 'utf8')) as { sounds: object[] }
/** What the operator says of the service. */
let services: Record<string, { sounds: object[] }>

beforeEach(async () => {
  services = { 'https://chat.example': { sounds: catalogue.sounds } }
  const toGateway = fetch
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) =>
    path === '/catalogue.json' ? Promise.resolve(Response.json({ ...catalogue, services })) : toGateway(path, init),
  )
  // A chat is deleted only by who entered the token again.
  await confirmToken(network.token)
})

test('a chat goes offline and comes back, and nothing else changes', async () => {
  const before = await newChat('Lobby', { filterWords: ' a,b', sound_ring: 'ring', sound_notice: 'none', groupChatWelcomeMessageDelay: 0 })
  expect(await setOffline(send, before, true, [])).toEqual([])
  expect(network.sent).toEqual([`GET /chats/${before.id}`, `PUT /chats/${before.id}`, `GET /chats/${before.id}`])
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
  network.between = async (request, pass) => {
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
  network.between = async (request, pass) => {
    if (request.method === 'PUT') body = (await request.clone().json()) as Record<string, unknown>
    return pass()
  }
  await expect(setOffline(send, before, true, soundSettings.slice(1))).rejects.toMatchObject({
    kind: 'refused',
    advice: /Nothing was sent/,
  })
  expect(network.sent).toEqual([`GET /chats/${before.id}`])
  expect(await setOffline(send, before, true, soundSettings)).toEqual([])
  expect(Object.keys(body).filter((name) => soundSettings.some((sound) => sound === name))).toEqual([])
  // It kept them, which is known from now on.
  expect(await setOffline(send, before, false, [])).toEqual([])
})

test('what the service did not keep is named', async () => {
  const before = await newChat('Lobby')
  network.between = async (request, pass) => {
    const answer = await pass()
    if (request.method !== 'GET' || !network.sent.some((line) => line.startsWith('PUT'))) return answer
    const { data } = (await answer.json()) as { data: object }
    return Response.json({ status: true, data: { ...data, allowLinks: false, sound_ring: 3 } })
  }
  expect(await setOffline(send, before, true, [])).toEqual(['allowLinks', 'sound_ring'])
})

test('a chat that stayed online is not called offline', async () => {
  const before = await newChat('Lobby')
  network.between = async (request, pass) => (request.method === 'PUT' ? Response.json({ status: true }) : pass())
  await expect(setOffline(send, before, true, [])).rejects.toMatchObject({
    kind: 'refused',
    advice: 'The service says it is done, but the chat is still online.',
  })
})

test('changed without an answer: what is read back tells, and it is not sent again', async () => {
  const before = await newChat('Lobby')
  network.between = lose('PUT')
  expect(await setOffline(send, before, true, [])).toEqual([])
  expect(network.sent.filter((line) => line.startsWith('PUT'))).toHaveLength(1)
})

test('not changed, as reading back shows: the failure is reported', async () => {
  const before = await newChat('Lobby')
  network.between = drop('PUT')
  await expect(setOffline(send, before, true, [])).rejects.toMatchObject({ kind: 'unreachable' })
  expect((await call('chatRead', { params: { chatId: before.id } })).data).toEqual(before)
})

test('a chat that is offline already is not written again', async () => {
  const before = await newChat('Lobby', { offline: true })
  expect(await setOffline(send, { ...before, offline: false }, true, [])).toEqual([])
  expect(network.sent).toEqual([`GET /chats/${before.id}`])
})

test('a chat that is gone is not taken offline', async () => {
  const before = await newChat('Lobby')
  await send('chatDelete', { params: { chatId: before.id } })
  await expect(setOffline(send, before, true, [])).rejects.toMatchObject({ kind: 'refused', code: 'not_found' })
})

test('a deleted chat is gone', async () => {
  const [lobby] = [await newChat('Lobby'), await newChat('Attic')]
  await deleteChat(send, lobby)
  expect(network.sent).toEqual([`DELETE /chats/${lobby.id}`])
  expect(await listed()).toEqual(['Attic'])
})

test('one that someone else deleted is gone as well', async () => {
  const lobby = await newChat('Lobby')
  await send('chatDelete', { params: { chatId: lobby.id } })
  await expect(deleteChat(send, lobby)).resolves.toBeUndefined()
})

test('deleted without an answer: the list tells, and it is not sent again', async () => {
  const lobby = await newChat('Lobby')
  network.between = lose('DELETE')
  await deleteChat(send, lobby)
  expect(network.sent).toEqual([`DELETE /chats/${lobby.id}`, 'GET /chats'])
  expect(await listed()).toEqual([])
})

test('not deleted, as the list shows: the failure is reported', async () => {
  const lobby = await newChat('Lobby')
  network.between = drop('DELETE')
  await expect(deleteChat(send, lobby)).rejects.toMatchObject({ kind: 'unreachable' })
  expect(await listed()).toEqual(['Lobby'])
})

test('when the list cannot be read either, the first failure is reported', async () => {
  const lobby = await newChat('Lobby')
  network.between = async (request, pass) => {
    if (request.method === 'DELETE') throw new TypeError('Failed to fetch')
    return request.method === 'GET' ? new Response('<html>') : pass()
  }
  await expect(deleteChat(send, lobby)).rejects.toMatchObject({ kind: 'unreachable' })
})

test('too many requests: nothing is read and nothing is sent again', async () => {
  const lobby = await newChat('Lobby')
  network.between = async () => Response.json({ status: false }, { status: 429, headers: { 'retry-after': '7' } })
  await expect(deleteChat(send, lobby)).rejects.toMatchObject({ kind: 'too-many-requests', retryAfter: 7 })
  expect(network.sent).toEqual([`DELETE /chats/${lobby.id}`])
})

test('someone else saves between our reading and our writing: nothing of theirs is lost', async () => {
  const before = await newChat('Lobby')
  network.between = async (request, pass) => {
    if (request.method !== 'PUT') return pass()
    network.between = (_, next) => next()
    await send('chatUpdate', { params: { chatId: before.id }, body: { name: 'Theirs' } }, { version: '*' })
    return pass()
  }
  expect(await setOffline(send, before, true, [])).toEqual([])
  expect((await call('chatRead', { params: { chatId: before.id } })).data).toMatchObject({ name: 'Theirs', offline: true })
  const path = `/chats/${before.id}`
  // Refused, read afresh, written.
  expect(network.sent.slice(0, 6)).toEqual([`GET ${path}`, `PUT ${path}`, `PUT ${path}`, `GET ${path}`, `PUT ${path}`, `GET ${path}`])
})
