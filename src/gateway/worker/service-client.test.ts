import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Failure } from '#contract/client.ts'
import { changedSettings, defaults } from '#contract/settings-derive.ts'
import { updateBody } from '#engine/saving/sounds.ts'
import { versionOf } from '#contract/own-service.ts'
import { createToken } from '#service/accounts/accounts.ts'
import { createApp } from '#service/app.ts'
import { sounds } from '#service/chats/chat-settings.ts'
import { bundledUpstream, remoteUpstream } from '../forward/upstream.ts'
import { startGateway } from '../testing/gateway.ts'
import { withoutAnswer } from '../testing/no-answer.ts'
import { answerAccount, json, startRemoteService } from '../testing/remote-service.ts'
import type { Actor } from '../audit/actor.ts'
import { createAuditLog } from '../audit/audit-log.ts'
import { readPage } from '../audit/read-audit.ts'
import { createStateReader } from '../audit/state-before.ts'
import { NotSent } from './not-sent.ts'
import { createServiceClient, type ActingAs } from './service-client.ts'

const actor: Actor = { who: { kind: 'roomkeeper', name: 'Roomkeeper' }, from: { address: '', device: '', method: '' } }
const cause = { kind: 'preset', id: 'lockdown', title: 'Lockdown' } as const
const workspace = '1@test'
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof Failure ? error : Promise.reject(error)),
  )

let gateway: Awaited<ReturnType<typeof startGateway>>
beforeAll(async () => {
  gateway = await startGateway()
})
afterAll(() => gateway.close())

const reader = { workspace, member: null, who: 'token', isOwn: false, now: Date.now() } as const
const entries = async () => (await readPage(gateway.query, reader, {})).entries

describe('a call by the gateway to the built-in service', () => {
  let chatId: number
  let client: ReturnType<typeof createServiceClient>
  beforeAll(() => {
    const { database, clock } = gateway
    const nowMs = () => clock.ms
    // One connection for both parts, each with its own tables.
    const own = database as unknown as Parameters<typeof createAuditLog>[0]['database']
    const audit = createAuditLog({ database: own, log: pino({ level: 'silent' }), nowMs })
    client = createServiceClient({
      upstream: bundledUpstream(createApp({ database, now: nowMs })),
      auditing: { audit, withMessageTexts: false, stateBefore: createStateReader({ nowMs, soundName: (sound) => sounds[sound] }) },
    })
  })
  const call = (part: Partial<ActingAs> = {}) => client({ workspace, token: gateway.token, actor, cause, ...part })
  beforeEach(async () => {
    chatId = (await call()('chatCreate', { body: { name: 'Lobby' } })).chatId
  })

  test('reads without recording anything', async () => {
    const before = await entries()
    const { data } = await call()('chatList', {})
    expect(data.map((chat) => chat.id)).toContain(chatId)
    expect(await entries()).toEqual(before)
  })

  test('records a change with its cause and the previous values', async () => {
    const fresh = await call()('chatRead', { params: { chatId } })
    const changes = { allowImages: !defaults.allowImages }
    expect(changedSettings(fresh.data, changes)).toEqual(['allowImages'])
    const body = updateBody(fresh.data, changes, (sound) => sounds[sound], {})
    await call()('chatUpdate', { params: { chatId }, body }, { version: versionOf(fresh) })
    const [entry] = await entries()
    expect(entry).toMatchObject({ who: actor.who, action: 'chatUpdate', chatId, chatName: 'Lobby', cause, outcome: 'done' })
    expect(entry!.changes).toEqual([{ name: 'allowImages', before: defaults.allowImages, after: !defaults.allowImages }])
  })

  test('is refused with an outdated version', async () => {
    const fresh = await call()('chatRead', { params: { chatId } })
    const change = (allowImages: boolean) => {
      const body = updateBody(fresh.data, { allowImages }, (sound) => sounds[sound], {})
      return call()('chatUpdate', { params: { chatId }, body }, { version: versionOf(fresh) })
    }
    await change(!defaults.allowImages)
    expect(await failureOf(change(defaults.allowImages))).toMatchObject({ kind: 'refused', status: 412 })
    expect((await entries())[0]).toMatchObject({ action: 'chatUpdate', outcome: 'refused' })
  })

  test('is neither sent nor recorded if `before` rejects', async () => {
    const before = await entries()
    const may = call({
      before: async (name) => {
        if (name === 'chatDelete') throw new NotSent('off')
      },
    })
    expect(await failureOf(may('chatDelete', { params: { chatId } }))).toMatchObject({ code: 'not_sent', hadNoEffect: true })
    expect(await entries()).toEqual(before)
    expect((await may('chatRead', { params: { chatId } })).data.name).toBe('Lobby')
  })

  test('is recorded as not sent if `check` throws', async () => {
    const late = call({
      check: () => {
        throw new NotSent('lease')
      },
    })
    expect(await failureOf(late('chatDelete', { params: { chatId } }))).toMatchObject({ code: 'not_sent' })
    expect((await entries())[0]).toMatchObject({
      action: 'chatDelete',
      outcome: 'unsent',
      message: expect.stringContaining('no longer runs'),
    })
    expect((await call()('chatRead', { params: { chatId } })).data.name).toBe('Lobby')
  })

  test('is refused with a token that the service does not know', async () => {
    const { token } = await createToken(gateway.database, { accountId: gateway.accountId })
    expect((await call({ token })('accountRead', {})).data.id).toBe(gateway.accountId)
    expect(await failureOf(call({ token: `${token}x` })('accountRead', {}))).toMatchObject({ kind: 'signed-out', status: 401 })
  })
})

describe('a call by the gateway to a remote service', () => {
  const remote = startRemoteService(answerAccount)
  afterAll(async () => (await remote).close())
  const call = async (answer: Parameters<typeof startRemoteService>[0]) => {
    const { state, address } = await remote
    state.answer = answer
    const client = createServiceClient({ upstream: remoteUpstream(address), auditing: null })
    return client({ workspace, token: 'remote-token', actor, cause })
  }

  test('sends the token and no header that only the built-in service knows', async () => {
    const seen: NodeJS.Dict<string | string[]>[] = []
    const send = await call((request, response) => {
      seen.push(request.headers)
      answerAccount(request, response)
    })
    expect((await send('accountRead', {}, { known: { a: 1 } })).data.id).toBe(7)
    expect(seen).toMatchObject([{ authorization: 'Bearer remote-token' }])
    expect(Object.keys(seen[0]!)).not.toContain('if-none-match')
  })

  test.each([
    ['too many requests', 429, { 'retry-after': '7' }, { kind: 'too-many-requests', retryAfter: 7 }],
    ['a rejected token', 401, {}, { kind: 'signed-out' }],
    ['a server error', 500, {}, { kind: 'server-error', outcomeUnknown: true }],
    ['a refusal', 400, {}, { kind: 'refused', outcomeUnknown: false }],
  ])('rejects with what happened: %s', async (_, status, headers, failure) => {
    const answers = (body: unknown) => call((_request, response) => json(response, body, status, headers))
    expect(await failureOf((await answers({ status: false, message: 'no' }))('accountRead', {}))).toMatchObject(failure)
  })

  test.each([401, 429, 500])('understands %i without a JSON body, as a proxy sends it', async (status) => {
    const send = await call((_, response) => response.writeHead(status).end('<html>'))
    const kinds: Record<number, string> = { 401: 'signed-out', 429: 'too-many-requests', 500: 'server-error' }
    expect(await failureOf(send('accountRead', {}))).toMatchObject({ kind: kinds[status] })
  })

  test('times out, with an unknown outcome', async () => {
    const send = await call(answerAccount)
    const failure = await withoutAnswer(await remote, () => failureOf(send('currencySet', { body: { currency: 'EUR' } })))
    expect(failure).toMatchObject({ outcomeUnknown: true })
  })
})
