import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defaults } from '#contract/settings-derive.ts'
import type { AuditEntry, AuditQuery } from '#contract/gateway/audit.ts'
import { causeHeaders, entryHeader } from '#contract/gateway/cause.ts'
import { idempotencyKeyHeader } from '#contract/own-service.ts'
import { createToken } from '#service/accounts/accounts.ts'
import { startGateway } from '../testing/gateway.ts'
import { readEntry, readPage } from './read-audit.ts'
import type { Reader } from './search.ts'
import { linesOf } from './test-audit.ts'

let gateway: Awaited<ReturnType<typeof startGateway>>
let cookie: string
let workspace: string
let chatId: number

beforeAll(async () => {
  gateway = await startGateway()
  const signIn = await gateway.signIn()
  cookie = signIn.cookie
  workspace = ((await signIn.answer.json()) as { identity: string }).identity
  const { chatId: created } = (await (await gateway.call(cookie, 'POST', '/chats', { name: 'Lobby' })).json()) as { chatId: number }
  chatId = created
})
afterAll(() => gateway.close())

const reader = (): Reader => ({ workspace, member: null, who: 'token', isOwn: false, now: gateway.clock.ms })
const entries = async (filters: AuditQuery = {}) => (await readPage(gateway.query, reader(), filters)).entries
const newest = async () => (await entries({ limit: 1 }))[0]!

/** Sends a change of the page, and resolves to its entry. */
async function change(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<AuditEntry> {
  const before = (await newest()).id
  const answer = await gateway.call(cookie, method, path, body, headers)
  await answer.text()
  const added = (await entries({ limit: 5 })).filter(({ id }) => id > before)
  expect(added).toHaveLength(1)
  return added[0]!
}

/** As a program sends a change. */
const sendProgram = (method: string, path: string, body: unknown, headers: Record<string, string> = {}, token = gateway.token) =>
  gateway.app.request(`/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

async function version() {
  return { 'if-match': (await gateway.call(cookie, 'GET', `/chats/${chatId}`)).headers.get('etag') ?? '' }
}

describe('a change of the page', () => {
  test('is recorded with who made it, from where, and the values before and after', async () => {
    const entry = await change(
      'PUT',
      `/chats/${chatId}`,
      { ...defaults, name: 'Lobby', allowImages: !defaults.allowImages, groupChatWelcomeMessage: 'Bem-vindos!' },
      { ...(await version()), 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
    )
    expect(entry).toMatchObject({
      who: { kind: 'token', name: 'Kim' },
      from: { device: 'Firefox on Linux', method: 'token' },
      chatId,
      chatName: 'Lobby',
      action: 'chatUpdate',
      kind: 'settings',
      outcome: 'done',
      message: '',
      cause: { kind: 'hand' },
      undoneBy: null,
    })
    expect(entry.changes).toEqual([
      { name: 'allowImages', before: defaults.allowImages, after: !defaults.allowImages },
      { name: 'groupChatWelcomeMessage', before: defaults.groupChatWelcomeMessage, after: 'Bem-vindos!' },
    ])
  })

  test('says what a deleted poll asked, and what a reset removed', async () => {
    await gateway.call(cookie, 'POST', `/chats/${chatId}/polls`, { question: 'Lunch?', answer1: 'Soup', answer2: 'Rice' })
    const list = (await (await gateway.call(cookie, 'GET', `/chats/${chatId}/polls`)).json()) as { data: { id: number }[] }
    const poll = `/chats/${chatId}/polls/${list.data[0]!.id}`
    expect(await change('PUT', poll, { question: 'Dinner?', answer1: 'Soup', answer2: 'Rice' })).toMatchObject({
      subject: 'Lunch?',
      target: { pollId: list.data[0]!.id },
      changes: [{ name: 'question', before: 'Lunch?', after: 'Dinner?' }],
      message: '',
    })
    expect(await change('DELETE', poll)).toMatchObject({ subject: 'Dinner?', outcome: 'done' })
  })

  test('names its entry in the answer where it can be undone, and only there', async () => {
    const entryOf = async (method: string, path: string, body?: unknown) =>
      (await gateway.call(cookie, method, `/chats/${chatId}${path}`, body)).headers.get(entryHeader)
    expect(await entryOf('POST', '/banned-ips', { ip: '192.0.2.9' })).toBe(String((await newest()).id))
    expect(await entryOf('POST', '/banned-ips', { ip: '192.0.2.9' })).toBeNull()
    expect(await entryOf('POST', '/messages', { text: 'Doors at seven', username: 'Crew' })).toBeNull()
    expect(await entryOf('GET', '/banned-ips')).toBeNull()
  })

  test('that the service refuses is recorded with its reason', async () => {
    await change('POST', `/chats/${chatId}/banned-ips`, { ip: '192.0.2.7' })
    const entry = await change('POST', `/chats/${chatId}/banned-ips`, { ip: '192.0.2.7' })
    expect(entry).toMatchObject({ action: 'banCreate', subject: '192.0.2.7', outcome: 'refused' })
    expect(entry.message).toContain('already')
  })

  test('is recorded without the text of a message', async () => {
    const entry = await change('POST', `/chats/${chatId}/messages`, { text: 'Doors at seven', username: 'Crew' })
    expect(entry).toMatchObject({ action: 'messageSend', subject: 'Crew', outcome: 'done' })
    expect((await linesOf(gateway, workspace)).filter(({ text, search }) => `${text}${search}`.includes('even'))).toEqual([])
  })

  test('names the messages that it deletes', async () => {
    expect(await change('POST', `/chats/${chatId}/messages/delete`, [41, 42, 43])).toMatchObject({ subject: '41, 42, 43', count: 3 })
  })

  test('says that a job made it, or which entry it undoes, and that one says so too', async () => {
    const job = { kind: 'job', id: 'l3', title: 'Spam wave of 14:25' } as const
    const ban = await change('POST', `/chats/${chatId}/banned-ips`, { ip: '192.0.2.8' }, causeHeaders(job))
    expect(ban.cause).toEqual(job)
    const undo = { kind: 'undo', of: ban.id } as const
    const lifted = await change('DELETE', `/chats/${chatId}/banned-ips/192.0.2.8`, undefined, causeHeaders(undo))
    expect(lifted.cause).toEqual(undo)
    expect((await entries()).find(({ id }) => id === ban.id)?.undoneBy).toEqual({ id: lifted.id, at: lifted.at, name: 'Kim' })
  })

  test('undoes no entry that is of another chat, of another thing or of another action', async () => {
    const { chatId: other } = (await (await gateway.call(cookie, 'POST', '/chats', { name: 'Stage' })).json()) as { chatId: number }
    const ban = await change('POST', `/chats/${chatId}/banned-ips`, { ip: '192.0.2.20' })
    const claims = causeHeaders({ kind: 'undo', of: ban.id })
    await change('POST', `/chats/${other}/banned-ips`, { ip: '192.0.2.20' })
    await change('POST', `/chats/${chatId}/banned-ips`, { ip: '192.0.2.21' })
    const false1 = await change('DELETE', `/chats/${other}/banned-ips/192.0.2.20`, undefined, claims)
    const false2 = await change('DELETE', `/chats/${chatId}/banned-ips/192.0.2.21`, undefined, claims)
    const false3 = await change('POST', `/chats/${chatId}/messages`, { text: 'x' }, claims)
    const false4 = await change('DELETE', `/chats/${chatId}/banned-ips/192.0.2.22`, undefined, causeHeaders({ kind: 'undo', of: 999_999 }))
    expect([false1, false2, false3, false4].map(({ cause }) => cause.kind)).toEqual(['hand', 'hand', 'hand', 'hand'])
    expect((await entries({ limit: 50 })).find(({ id }) => id === ban.id)?.undoneBy).toBeNull()
    const lifted = await change('DELETE', `/chats/${chatId}/banned-ips/192.0.2.20`, undefined, claims)
    expect((await entries({ limit: 50 })).find(({ id }) => id === ban.id)?.undoneBy?.id).toBe(lifted.id)
  })

  test('is one entry when it is sent again with its key', async () => {
    const headers = { [idempotencyKeyHeader]: 'again' }
    const post = () => gateway.call(cookie, 'POST', `/chats/${chatId}/messages`, { text: 'Once' }, headers)
    const before = (await entries({ limit: 200 })).length
    await Promise.all([post(), post()])
    await post()
    expect((await entries({ limit: 200 })).length).toBe(before + 1)
  })

  test('that was refused before it was sent is not recorded', async () => {
    const before = (await newest()).id
    expect((await gateway.call(cookie, 'DELETE', `/chats/${chatId}`)).status).toBe(403)
    expect((await gateway.call('roomkeeper=none', 'POST', '/chats', { name: 'x' })).status).toBe(401)
    expect((await newest()).id).toBe(before)
  })

  test('of a new chat belongs to the history of that chat', async () => {
    const history = await entries({ chat: chatId, limit: 200 })
    expect(history.at(-1)).toMatchObject({ action: 'chatCreate', chatId, subject: 'Lobby' })
    expect(history.length).toBeGreaterThan(5)
    expect(await entries({ chat: chatId, kind: 'polls' })).not.toContainEqual(expect.objectContaining({ action: 'chatCreate' }))
  })
})

describe('a change of a program', () => {
  const send = (token: string, method: string, path: string, body: unknown) => sendProgram(method, path, body, {}, token)

  test('is recorded with the label of its token and the values before and after', async () => {
    const { token, tokenId } = await createToken(gateway.database, { accountId: gateway.accountId, label: 'nightly-export' })
    expect((await send(token, 'PUT', `/chats/${chatId}`, { ...defaults, name: 'Lobby two' })).status).toBe(200)
    expect(await newest()).toMatchObject({
      who: { kind: 'program', id: String(tokenId), name: 'nightly-export' },
      from: { method: 'api' },
      outcome: 'done',
      changes: expect.arrayContaining([{ name: 'name', before: 'Lobby', after: 'Lobby two' }]),
    })
    expect(await entries({ person: `program:${tokenId}` })).toHaveLength(1)
    expect(await entries({ person: 'program' })).toHaveLength(1)
  })

  test('that is refused leaves its reason, one without a valid token nothing', async () => {
    expect((await send(gateway.token, 'POST', `/chats/${chatId}/banned-ips`, { ip: '192.0.2.7' })).status).toBe(409)
    expect(await newest()).toMatchObject({ who: { kind: 'program' }, outcome: 'refused', subject: '192.0.2.7' })
    const before = (await newest()).id
    expect((await send(`rk_${'x'.repeat(43)}`, 'POST', '/chats', { name: 'x' })).status).toBe(401)
    expect((await newest()).id).toBe(before)
  })
})

test('an opened entry tells its steps, its lines and their SHA-256', async () => {
  const { id } = (await entries({ action: 'chatUpdate', person: 'token' }))[0]!
  const details = (await readEntry(gateway.query, reader(), id))!
  const lines = (await linesOf(gateway, workspace)).filter(({ entry }) => entry === id)
  expect(details.steps).toMatchObject([
    { kind: 'written', line: id },
    { kind: 'sent', note: `PUT /chats/${chatId}`, line: null },
    { kind: 'confirmed', note: 'status: true', line: lines[1]!.line },
  ])
  expect(details.lines).toEqual(lines.map(({ line, hash }) => ({ line, sha256: hash })))
  // Its second line is no entry.
  expect(await readEntry(gateway.query, reader(), lines[1]!.line)).toBeNull()
})

test('a program that reads the account can know the token key, which leaves an entry once an hour for each token', async () => {
  const { token } = await createToken(gateway.database, { accountId: gateway.accountId, label: 'report' })
  const before = (await newest()).id
  const read = async () => {
    for (const sent of ['wrong', gateway.token, token]) {
      const answer = await gateway.app.request('/api/account', { headers: { authorization: `Bearer ${sent}` } })
      expect(answer.status).toBe(sent === 'wrong' ? 401 : 200)
    }
    const added = (await entries({ limit: 10 })).filter(({ id }) => id > before)
    return added.map(({ action, who, outcome }) => [action, who.name, outcome])
  }
  const once = [
    ['tokenKeyRead', 'report', 'done'],
    ['tokenKeyRead', 'Access token 1', 'done'],
  ]
  expect(await read()).toEqual(once)
  gateway.clock.ms += 3_599_000
  expect(await read()).toEqual(once)
  gateway.clock.ms += 1000
  expect(await read()).toEqual([...once, ...once])
})

describe('a change with the key of an earlier one', () => {
  test('is an entry of its own when it is made again with a key that the service has forgotten', async () => {
    const headers = { [idempotencyKeyHeader]: 'daily' }
    const post = () => sendProgram('POST', `/chats/${chatId}/messages`, { text: 'Good morning' }, headers)
    const before = (await entries({ limit: 200 })).length
    await post()
    await post()
    expect((await entries({ limit: 200 })).length).toBe(before + 1)
    gateway.clock.ms += 24 * 3_600_000 + 1000
    await post()
    expect((await entries({ limit: 200 })).length).toBe(before + 2)
  })

  test('is done, where it was refused yesterday', async () => {
    const headers = { [idempotencyKeyHeader]: 'ban' }
    const ban = () => sendProgram('POST', `/chats/${chatId}/banned-ips`, { ip: '192.0.2.9' }, headers)
    ;({ cookie } = await gateway.signIn())
    await gateway.call(cookie, 'POST', `/chats/${chatId}/banned-ips`, { ip: '192.0.2.9' })
    await ban()
    expect(await newest()).toMatchObject({ action: 'banCreate', outcome: 'refused' })
    await gateway.call(cookie, 'DELETE', `/chats/${chatId}/banned-ips/192.0.2.9`)
    gateway.clock.ms += 24 * 3_600_000 + 1000
    const before = (await entries({ limit: 200 })).length
    expect((await ban()).status).toBe(200)
    expect(await newest()).toMatchObject({ action: 'banCreate', outcome: 'done' })
    // The refusal stays what it was.
    expect((await entries({ limit: 200 })).length).toBe(before + 1)
  })
})
