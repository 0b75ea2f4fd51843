import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { Chat } from '#contract/chats.ts'
import { checkAnswer } from '#contract/page-data.ts'
import { settings } from '#contract/settings.ts'
import { accountForEveryone, chatWithoutSettings } from '#contract/gateway/reduced.ts'
import { createAccount, createToken } from '#service/accounts/accounts.ts'
import { sessionFrom, startGateway } from '../testing/gateway.ts'
import { member } from '../testing/members.ts'
import { json, remoteAccount, startRemoteService } from '../testing/remote-service.ts'
import type { Member } from '../access/member.ts'
import { objectsIn, visibleTo } from './visible.ts'
import { createListCollector } from './long-list.ts'

/** What a person gets of chats and the account, with our own service and with a remote one, with few chats and with so many that they are streamed. */

let gateway: Awaited<ReturnType<typeof startGateway>>
let token: string
let ids: number[]
beforeAll(async () => {
  gateway = await startGateway({ signInLimit: 200 })
  token = (await gateway.signIn()).cookie
  ids = []
  for (const name of ['One', 'Two', 'Three']) {
    const settings = { name, offline: true, filterWords: 'badword', offlineMessage: 'Secret text', groupChatWelcomeMessage: 'Hi "you" {' }
    const answer = await gateway.call(token, 'POST', '/chats', settings)
    ids.push(((await answer.json()) as { chatId: number }).chatId)
  }
})
afterAll(() => gateway.close())

type Body = { status: unknown; count: number; data: (Chat & { isReduced?: true })[] }
const listFor = async (person: Member, etag = '') => {
  const answer = await gateway.call(await gateway.signInAs(person), 'GET', '/chats', undefined, etag ? { 'if-none-match': etag } : {})
  const text = await answer.text()
  return { status: answer.status, etag: answer.headers.get('etag') ?? '', text, body: (text ? JSON.parse(text) : null) as Body }
}
const moderator = (...chats: number[]) => member('moderator', chats)

test('the list has the granted chats, and of each the fields that the contract names', async () => {
  const { body, text } = await listFor(moderator(ids[0]!, ids[2]!))
  expect(new Set(body.data.map(({ id }) => id))).toEqual(new Set([ids[0], ids[2]]))
  expect(body.count).toBe(2)
  for (const chat of body.data) expect(Object.keys(chat).toSorted()).toEqual([...Object.keys(chatWithoutSettings), 'isReduced'].toSorted())
  expect(text).not.toMatch(/badword|Secret|Hi/)
})

test('who may read settings gets whole chats, as the service sends them', async () => {
  const all = (await (await gateway.call(token, 'GET', '/chats')).json()) as Body
  expect((await listFor(member('manager', [ids[1]!]))).body.data).toEqual(all.data.filter(({ id }) => id === ids[1]))
  expect((await listFor(member('manager', 'all'))).body).toEqual(all)
})

test('a single chat is reduced in the same way, and its ETag tells nothing of the rest', async () => {
  const cookie = await gateway.signInAs(moderator(ids[0]!))
  const read = (etag = '') => gateway.call(cookie, 'GET', `/chats/${ids[0]}`, undefined, etag ? { 'if-none-match': etag } : {})
  const first = await read()
  const { data } = (await first.clone().json()) as { data: Chat }
  expect(Object.keys(data).toSorted()).toEqual([...Object.keys(chatWithoutSettings), 'isReduced'].toSorted())
  const etag = first.headers.get('etag')!
  await gateway.call(token, 'PUT', `/chats/${ids[0]}`, { filterWords: 'otherword' }, { 'if-match': '*' })
  expect([(await read(etag)).status, (await read()).headers.get('etag')]).toEqual([304, etag])
  await gateway.call(token, 'PUT', `/chats/${ids[0]}`, { name: 'Renamed' }, { 'if-match': '*' })
  expect((await read(etag)).status).toBe(200)
})

test('each person has an ETag of their own, and it is answered with 304 while their part is the same', async () => {
  const [one, other] = [await listFor(moderator(ids[0]!)), await listFor(moderator(ids[1]!))]
  expect(one.etag).not.toBe(other.etag)
  expect((await listFor(moderator(ids[0]!), one.etag)).status).toBe(304)
  expect((await listFor(moderator(ids[1]!), one.etag)).status).toBe(200)
})

test('equal reads of several people share a request, and each gets their own', async () => {
  const cookies = await Promise.all(ids.map((id) => gateway.signInAs(moderator(id))))
  const bodies = await Promise.all(cookies.map(async (cookie) => (await (await gateway.call(cookie, 'GET', '/chats')).json()) as Body))
  expect(bodies.map(({ data }) => data.map(({ id }) => id))).toEqual(ids.map((id) => [id]))
})

test('of the account, who may not read it gets what the contract names', async () => {
  const read = async (person: Member) =>
    ((await (await gateway.call(await gateway.signInAs(person), 'GET', '/account')).json()) as { data: Record<string, unknown> }).data
  expect(await read(moderator(ids[0]!))).toEqual({ id: gateway.accountId, countryId: null, plan: { exceed: null }, isReduced: true })
  const settingsOnly = member('moderator', 'all', { changes: { moderator: { rights: { 'settings.read': true } } } })
  expect(Object.keys(await read(settingsOnly))).toEqual(expect.arrayContaining(Object.keys(accountForEveryone)))
  const accountant = await read(member('accountant', []))
  expect([accountant['email'], accountant['tokenKey'], accountant['isReduced']]).toEqual(['kim@example.org', undefined, undefined])
})

test('the session names the account, with its e-mail only for who may read it', async () => {
  const emailFor = async (person: Member) => {
    const session = await sessionFrom(await gateway.send('/bff/session', { headers: { cookie: await gateway.signInAs(person) } }))
    return session.signedIn && session.account.email
  }
  expect([await emailFor(moderator(ids[0]!)), await emailFor(member('accountant', []))]).toEqual(['', 'kim@example.org'])
})

test('the client parses what is left, and knows that it is reduced', async () => {
  const cookie = await gateway.signInAs(moderator(ids[0]!))
  const parsed = async (path: string, name: 'chatList' | 'chatRead' | 'accountRead') =>
    checkAnswer(name, await (await gateway.call(cookie, 'GET', path)).json(), null)?.data
  expect(await parsed('/chats', 'chatList')).toMatchObject([{ id: ids[0], isReduced: true }])
  expect(await parsed(`/chats/${ids[0]}`, 'chatRead')).toMatchObject({ id: ids[0], isReduced: true })
  expect(await parsed('/account', 'accountRead')).toMatchObject({
    id: gateway.accountId,
    email: '',
    plan: { rooms: null },
    isReduced: true,
  })
})

test('no password, no list of words and no text for visitors is among what everyone sees', () => {
  const shown = Object.entries(settings).filter(([name]) => Object.hasOwn(chatWithoutSettings, name))
  expect(shown.map(([name, { control }]) => [name, control.kind])).toEqual([
    ['name', 'text'],
    ['forceSDKLogin', 'switch'],
    ['monetizeLogin', 'switch'],
    ['systemMessages', 'switch'],
    ['offline', 'switch'],
  ])
})

test('a list so long that it is streamed is filtered as well, and that of others stays whole', { timeout: 60_000 }, async () => {
  const many = 120
  const accountId = await createAccount(gateway.database, { email: 'ada@example.org', name: 'Ada', rooms: many })
  const ofAda = (await createToken(gateway.database, { accountId })).token
  const { cookie } = await gateway.signIn({ token: ofAda })
  const made: number[] = []
  for (let number = 0; number < many; number++) {
    const answer = await gateway.call(cookie, 'POST', '/chats', { name: `Chat "${number}" {`, filterWords: 'badword' })
    made.push(((await answer.json()) as { chatId: number }).chatId)
  }
  const granted = [made[3]!, made[119]!, 999_999]
  const as = async (person: Member) => {
    const { cookie: own } = await gateway.signIn({ token: ofAda })
    await gateway.setMember(own, person)
    return own
  }
  const [one, all, manager] = [await as(moderator(...granted)), await as(member('moderator', 'all')), await as(member('manager', granted))]
  const read = (own: string, etag = '') =>
    gateway.call(own, 'GET', '/chats', undefined, { 'accept-encoding': 'gzip', 'if-none-match': etag })
  const answers = await Promise.all([one, all, manager, cookie].map((own) => read(own)))
  const texts = await Promise.all(answers.map(async (answer) => gunzipSync(await answer.arrayBuffer()).toString()))
  const bodies = texts.map((text) => JSON.parse(text) as Body)
  expect(bodies.map(({ count, data }) => [count, data.length])).toEqual([[2, 2], ...[many, 2, many].map((count) => [count, count])])
  expect(bodies[0]!.data.map(({ name }) => name).toSorted()).toEqual(['Chat "119" {', 'Chat "3" {'])
  expect(texts.map((text) => text.includes('badword'))).toEqual([false, false, true, true])
  expect(bodies[2]!.data).toEqual(bodies[3]!.data.filter(({ id }) => granted.includes(id)))
  const etags = answers.map((answer) => answer.headers.get('etag')!)
  expect(new Set(etags).size).toBe(4)
  expect([(await read(one, etags[0])).status, (await read(one, etags[3])).status]).toEqual([304, 200])
})

test.each([
  ['whole', 10_000_000],
  ['too large to be kept', 100],
])('a list that is %s is filtered, and one that fails before its end is an error', async (_, maxListBytes) => {
  const rows = Array.from({ length: 500 }, (_, index) => ({ id: index + 1, name: randomBytes(30).toString('hex'), filterWords: 'badword' }))
  const body = JSON.stringify({ data: rows, status: true, count: rows.length })
  const limits = { maxListBytes, maxTotalBytes: 20_000_000 }
  const response = async (source: Readable) => ({
    status: 200,
    text: '',
    json: {},
    retryAfter: null,
    headers: new Headers(),
    etag: null,
    list: await createListCollector(limits)(source),
  })
  const visible = async (source: Readable) => {
    const { list } = await visibleTo(
      moderator(7, 500),
      'chatList',
      await response(source),
      createListCollector({ ...limits, maxListBytes: 1e6 }),
    )
    return list?.kind === 'whole' ? (JSON.parse(gunzipSync(list.gzip).toString()) as unknown) : list
  }
  const row = (id: number) => ({ id, name: rows[id - 1]!.name, isReduced: true })
  expect(await visible(Readable.from([Buffer.from(body)]))).toEqual({ status: true, count: 2, data: [row(7), row(500)] })
  const failing = function* () {
    yield Buffer.from(body.slice(0, 30_000))
    throw new Error('The database is gone')
  }
  await expect(visible(Readable.from(failing()))).rejects.toThrow(/gone|Premature close/)
})

test.each([
  [
    'an answer with more than the contract names',
    {
      status: 1,
      secret: 'x',
      data: [
        { id: 7, name: 'A', password: 'x' },
        { id: 8, name: 'B' },
      ],
    },
  ],
  ['ids of another type', { status: 1, data: [{ id: '8' }, { id: 7, name: 'A' }, null, 'x', [{ id: 8 }]] }],
])('a remote service cannot show what a person may not see: %s', async (_, answer) => {
  const remote = await startRemoteService((request, response) =>
    json(response, request.url === '/account' ? { status: 1, data: remoteAccount } : answer),
  )
  const behind = await startGateway({ upstream: { address: remote.address } })
  const found = await (await behind.call(await behind.signInAs(moderator(7)), 'GET', '/chats')).json()
  await behind.close()
  await remote.close()
  expect(found).toEqual({ status: 1, count: 1, data: [{ id: 7, name: 'A', isReduced: true }] })
})

test('a refusal of the service keeps its words and nothing else', async () => {
  const refused = { status: 0, code: 'x', message: 'No', data: [{ id: 8 }] }
  const remote = await startRemoteService((request, response) =>
    json(response, request.url === '/account' ? { status: 1, data: remoteAccount } : refused),
  )
  const behind = await startGateway({ upstream: { address: remote.address } })
  const found = await (await behind.call(await behind.signInAs(moderator(7)), 'GET', '/chats')).json()
  await behind.close()
  await remote.close()
  expect(found).toEqual({ status: 0, code: 'x', message: 'No' })
})

test('objects are found in a list however its text arrives', async () => {
  const row = fc.record({ id: fc.nat(), name: fc.string({ unit: 'grapheme' }), sub: fc.object() })
  await fc.assert(
    fc.asyncProperty(fc.array(row), fc.array(fc.nat(5), { minLength: 1 }), async (rows, sizes) => {
      const objects: unknown[] = []
      for await (const found of objectsIn(pieces(JSON.stringify({ data: rows, status: true }), sizes)))
        objects.push(...found.map((text) => JSON.parse(text) as unknown))
      expect(objects).toEqual(JSON.parse(JSON.stringify(rows)))
    }),
  )
})

/** A text in pieces of these lengths, over and over. */
async function* pieces(text: string, sizes: number[]): AsyncGenerator<string> {
  for (let at = 0, piece = 0; at < text.length; piece++) {
    const size = sizes[piece % sizes.length]! + 1
    yield text.slice(at, at + size)
    at += size
  }
}

test('the rights that reduce an answer are declared', () => {
  expect([api.chatList.right, api.accountRead.right]).toEqual(['chats.read', 'signed-in'])
})

test('whoever sees all of a chat may save it: the version is the service’s own', async () => {
  const cookie = await gateway.signInAs(member('manager', [ids[0]!]))
  const etag = (await gateway.call(cookie, 'GET', `/chats/${ids[0]}`)).headers.get('etag')!
  const save = (name: string) => gateway.call(cookie, 'PUT', `/chats/${ids[0]}`, { name }, { 'if-match': etag })
  expect([(await save('Saved once')).status, (await save('Saved late')).status]).toEqual([200, 412])
})

test('a service does not decide that something was left out: its own mark is removed', async () => {
  const row = { id: 7, name: 'A', isReduced: true }
  const remote = await startRemoteService((request, response) =>
    json(response, {
      status: 1,
      data: request.url === '/account' ? { ...remoteAccount, isReduced: true } : request.url === '/chats' ? [row] : row,
    }),
  )
  const behind = await startGateway({ upstream: { address: remote.address } })
  const { cookie } = await behind.signIn({ token: 'opaque' })
  for (const path of ['/chats', '/chats/7', '/account'])
    expect(await (await behind.call(cookie, 'GET', path)).text()).not.toContain('isReduced')
  await behind.close()
  await remote.close()
})
