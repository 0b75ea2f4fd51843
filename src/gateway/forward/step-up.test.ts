import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createAccount, createToken } from '#service/accounts/accounts.ts'
import { codeOf, fromPage, startGateway } from '../testing/gateway.ts'
import { createKeys } from '../session/seal.ts'
import { json, remoteAccount, startRemoteService } from '../testing/remote-service.ts'

describe('with our own service', () => {
  let gateway: Awaited<ReturnType<typeof startGateway>>
  let cookie: string
  beforeEach(async () => {
    gateway = await startGateway()
    cookie = (await gateway.signIn()).cookie
    await gateway.call(cookie, 'POST', '/chats', { name: 'Lobby' })
  })
  afterEach(() => gateway.close())

  const outcome = async (answer: Promise<Response>) => {
    const { status, ...rest } = await answer
    return [status, await codeOf(await answer), rest].slice(0, 2)
  }
  const refused = [403, 'fresh_token_needed']
  const tokenKey = () => gateway.send('/bff/session/token-key', { headers: { cookie } })

  const actions: [string, string, string, unknown?][] = [
    ['deleting all messages', 'DELETE', '/chats/1/messages'],
    ['deleting a chat', 'DELETE', '/chats/1'],
    ['the currency', 'PUT', '/account/currency', { currency: 'EUR' }],
    ['another e-mail', 'PUT', '/account', { name: 'Kim', email: 'kim@elsewhere.example' }],
  ]

  test.each(actions)('%s requires the token to be entered again, even right after the sign-in', async (_, method, path, body) => {
    expect(await outcome(gateway.call(cookie, method, path, body))).toEqual(refused)
    expect((await gateway.confirm(cookie)).status).toBe(200)
    expect((await gateway.call(cookie, method, path, body)).status).toBe(200)
  })

  test('a refused action has no effect', async () => {
    for (const [, method, path, body] of actions) await gateway.call(cookie, method, path, body)
    expect((await gateway.call(cookie, 'GET', '/chats/1')).status).toBe(200)
    expect(await (await gateway.call(cookie, 'GET', '/account')).json()).toMatchObject({ data: { email: 'kim@example.org', currency: '' } })
  })

  test('a confirmation without the token says what is missing, and confirms nothing', async () => {
    const answer = await gateway.confirm(cookie, {})
    expect([answer.status, await answer.json()]).toMatchObject([400, { errors: { token: ['Enter the access token'] } }])
    expect(await outcome(gateway.call(cookie, 'DELETE', '/chats/1'))).toEqual(refused)
  })

  test('entering the token is valid for five minutes', async () => {
    await gateway.confirm(cookie)
    gateway.clock.ms += 5 * 60_000 - 1000
    expect((await gateway.call(cookie, 'DELETE', '/chats/1/messages')).status).toBe(200)
    gateway.clock.ms += 1000
    expect(await outcome(gateway.call(cookie, 'DELETE', '/chats/1/messages'))).toEqual(refused)
  })

  test('entering the token is valid for its session only', async () => {
    await gateway.confirm(cookie)
    const other = (await gateway.signIn()).cookie
    expect(await outcome(gateway.call(other, 'DELETE', '/chats/1'))).toEqual(refused)
    expect((await gateway.call(cookie, 'DELETE', '/chats/1')).status).toBe(200)
  })

  test('a confirmation for one action on one chat holds for nothing else', async () => {
    await gateway.call(cookie, 'POST', '/chats', { name: 'Garden' })
    await gateway.confirm(cookie, { token: gateway.token, for: ['chatDelete /chats/1', 'messageDeleteAll /chats/2/messages'] })
    expect(await outcome(gateway.call(cookie, 'DELETE', '/chats/2'))).toEqual(refused)
    expect(await outcome(gateway.call(cookie, 'DELETE', '/chats/1/messages'))).toEqual(refused)
    expect(await outcome(tokenKey())).toEqual(refused)
    expect((await gateway.call(cookie, 'DELETE', '/chats/2/messages')).status).toBe(200)
    expect((await gateway.call(cookie, 'DELETE', '/chats/1')).status).toBe(200)
    await gateway.confirm(cookie, { token: gateway.token, for: ['tokenKey /account'] })
    expect((await tokenKey()).status).toBe(200)
  })

  test('a token entered to renew an ended session counts', async () => {
    const renewed = await gateway.signIn({ token: gateway.token, account: gateway.accountId })
    expect((await gateway.call(renewed.cookie, 'DELETE', '/chats/1')).status).toBe(200)
  })

  test('any token of the account confirms; a token of another account, a wrong one or none does not', async () => {
    const stranger = await createAccount(gateway.database, { email: 'lee@example.org', name: 'Lee', rooms: 1 })
    const { token: strange } = await createToken(gateway.database, { accountId: stranger })
    const { token: second } = await createToken(gateway.database, { accountId: gateway.accountId })
    expect(await outcome(gateway.confirm(cookie, { token: strange }))).toEqual([409, 'other_account'])
    expect(await outcome(gateway.confirm(cookie, { token: `rk_${'x'.repeat(43)}` }))).toEqual([401, 'token_refused'])
    for (const draft of [{}, { token: '' }, { token: ' ' }, { token: 7 }, [], { account: gateway.accountId }])
      expect(await outcome(gateway.confirm(cookie, draft))).toEqual([400, 'invalid'])
    expect(await outcome(gateway.call(cookie, 'DELETE', '/chats/1'))).toEqual(refused)
    expect((await gateway.call(cookie, 'GET', '/chats')).status).toBe(200)
    expect((await gateway.confirm(cookie, { token: ` ${second}\n` })).status).toBe(200)
  })

  test('confirming requires a session and our own page, and allows ten wrong tokens a minute', async () => {
    expect(await outcome(gateway.confirm('roomkeeper=x'))).toEqual([401, 'no_session'])
    const forged = { ...fromPage, cookie, 'sec-fetch-site': 'same-site' }
    const body = JSON.stringify({ token: gateway.token })
    expect(await outcome(gateway.send('/bff/session/confirm', { method: 'POST', headers: forged, body }))).toEqual([403, 'forged'])
    for (let times = 0; times < 10; times++) await gateway.confirm(cookie, { token: 'rk_wrong' })
    expect(await outcome(gateway.confirm(cookie))).toEqual([429, 'too_many_sign_ins'])
  })

  test('sign-ins and confirmations of others do not use up the attempts of a session', async () => {
    for (let times = 0; times < 10; times++) expect((await gateway.signIn({ token: 'rk_wrong' })).answer.status).toBe(401)
    expect((await gateway.signIn()).answer.status).toBe(429)
    expect((await gateway.confirm(cookie)).status).toBe(200)
    gateway.clock.ms += 60_000
    const other = (await gateway.signIn()).cookie
    for (let times = 0; times < 10; times++) await gateway.confirm(other, { token: 'rk_wrong' })
    expect((await gateway.confirm(other)).status).toBe(429)
    expect((await gateway.confirm(cookie)).status).toBe(200)
    expect((await gateway.signIn()).answer.status).toBe(200)
  })

  test('saving a profile with the same e-mail needs no token', async () => {
    expect((await gateway.call(cookie, 'PUT', '/account', { name: 'Kim B', email: 'kim@example.org' })).status).toBe(200)
    expect((await gateway.call(cookie, 'PUT', '/account', { city: 'Porto' })).status).toBe(200)
  })

  test('a profile that is nested too deeply is refused without an internal error', async () => {
    const body = `{"company":${'['.repeat(50_000)}${']'.repeat(50_000)}}`
    expect(await outcome(gateway.send('/bff/api/account', { method: 'PUT', headers: { ...fromPage, cookie }, body }))).toEqual([
      400,
      'invalid',
    ])
  })

  test.each(['1e400', '-1e400'])('a country of %s is refused instead of being cleared', async (countryId) => {
    const body = `{"countryId":${countryId}}`
    const answer = await gateway.send('/bff/api/account', { method: 'PUT', headers: { ...fromPage, cookie }, body })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ code: 'invalid', errors: { countryId: ['is too large a number'] } })
  })

  test('the e-mail is compared with the service’s current one, not with the one at the sign-in', async () => {
    await gateway.database.query.updateTable('account').set({ email: 'new@example.org' }).execute()
    expect((await gateway.call(cookie, 'PUT', '/account', { email: 'new@example.org' })).status).toBe(200)
    expect(await outcome(gateway.call(cookie, 'PUT', '/account', { email: 'kim@example.org' }))).toEqual(refused)
  })

  test('the token key requires the token to be entered again, and is neither in the account nor in the log', async () => {
    expect(await outcome(tokenKey())).toEqual(refused)
    await gateway.confirm(cookie)
    const answer = await tokenKey()
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const direct = await gateway.send('/api/account', { headers: { authorization: `Bearer ${gateway.token}` } })
    const { tokenKey: held } = ((await direct.json()) as { data: { tokenKey: string } }).data
    expect(await answer.json()).toEqual({ status: true, data: { tokenKey: held } })
    expect(await (await gateway.call(cookie, 'GET', '/account')).text()).not.toContain(held)
    expect(gateway.logged.join('\n')).toContain('"event":"token-key"')
    expect(gateway.logged.join('\n')).not.toContain(held)
    expect(gateway.logged.join('\n')).not.toContain(gateway.token)
    expect(await outcome(gateway.send('/bff/session/token-key', { headers: { cookie: 'roomkeeper=x' } }))).toEqual([401, 'no_session'])
  })

  test('a token key that another key file sealed is refused with the reason, in the audit log too, and everything else goes on', async () => {
    const token_key = createKeys(Buffer.alloc(32)).seal('token-key', String(gateway.accountId), 'lost')
    await gateway.database.query.updateTable('account').set({ token_key }).execute()
    await gateway.confirm(cookie)
    expect(await outcome(tokenKey())).toEqual([409, 'token_key_lost'])
    expect((await gateway.call(cookie, 'GET', '/account')).status).toBe(200)
    const lines = await gateway.query.selectFrom('audit_line').select('text').execute()
    expect(lines.at(-2)?.text).toContain('"action":"tokenKeyRead"')
    expect(lines.at(-1)?.text).toMatch(/"outcome":"refused".*The token key cannot be opened/)
  })
})

test('the demo account confirms without a token', async () => {
  const gateway = await startGateway()
  const { token } = await createToken(gateway.database, { accountId: gateway.accountId })
  const demo = { isPublic: false, accountId: gateway.accountId, rooms: 1, messages: 1, makeToken: async () => token }
  const open = await startGateway({ demo })
  const { cookie } = await open.signIn()
  expect((await open.confirm(cookie, {})).status).toBe(200)
  // Only if the demo is offered, which it is not behind a proxy.
  const proxied = { ...open.pageHeaders(cookie), 'x-forwarded-for': '203.0.113.9' }
  expect((await open.send('/bff/session/confirm', { method: 'POST', headers: proxied, body: '{}' })).status).toBe(403)
  // And not on this machine either, once a proxy was detected.
  expect((await open.confirm(cookie, {})).status).toBe(400)
  await Promise.all([open.close(), gateway.close()])
})

describe('with a remote service', () => {
  let remote: Awaited<ReturnType<typeof startRemoteService>>
  let gateway: Awaited<ReturnType<typeof startGateway>>
  let cookie: string
  let bodies: string[]
  beforeEach(async () => {
    bodies = []
    remote = await startRemoteService((request, response) => {
      const chunks: Buffer[] = []
      request
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => {
          if (request.method !== 'GET') bodies.push(Buffer.concat(chunks).toString())
          json(response, { status: 1, data: remoteAccount })
        })
    })
    gateway = await startGateway({ upstream: { address: remote.address } })
    cookie = (await gateway.signIn({ token: 'opaque' })).cookie
  })
  afterEach(async () => {
    await gateway.close()
    await remote.close()
  })

  const put = (body: string) => gateway.send('/bff/api/account', { method: 'PUT', headers: { ...fromPage, cookie }, body })

  test.each([
    ['twice', '{"email":"evil@example.org","email":"lee@example.org"}'],
    ['in capitals', '{"Email":"evil@example.org","EMAIL":"evil@example.org"}'],
    ['in a prototype', '{"__proto__":{"email":"evil@example.org"},"name":"Lee"}'],
  ])('an e-mail given %s is not forwarded to a service that may read it differently', async (_, body) => {
    expect((await put(body)).status).toBe(200)
    expect(bodies.join()).not.toContain('evil')
  })

  test.each(['null', '7', '["lee@example.org"]', '{"a":1}', '"LEE@example.org"'])('the e-mail %s counts as a change', async (email) => {
    expect(await codeOf(await put(`{"email":${email}}`))).toBe('fresh_token_needed')
    expect(bodies).toEqual([])
  })

  test.each(['', 'x', '[]', 'null', '"x"'])('an update that is not an object is refused: %s', async (body) => {
    expect((await put(body)).status).toBe(400)
    expect(bodies).toEqual([])
  })

  test('if the account cannot be read, nothing is changed', async () => {
    remote.state.answer = (request) => void request.socket.destroy()
    expect(await codeOf(await put('{"email":"lee@example.org"}'))).toBe('upstream_unreachable')
    remote.state.answer = (_, response) => json(response, { status: 1, data: {} })
    expect(await codeOf(await put('{"email":"lee@example.org"}'))).toBe('fresh_token_needed')
    expect(bodies).toEqual([])
  })

  test('an account without a token key returns null', async () => {
    await gateway.confirm(cookie, { token: 'opaque' })
    const { tokenKey: _, ...rest } = remoteAccount
    remote.state.answer = (_q, response) => json(response, { status: 1, data: rest })
    const answer = await gateway.send('/bff/session/token-key', { headers: { cookie } })
    expect(await answer.json()).toEqual({ status: true, data: { tokenKey: null } })
  })
})
