import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { codeOf, fromPage, sessionFrom, startGateway } from '../testing/gateway.ts'

describe('with our own service', () => {
  let gateway: Awaited<ReturnType<typeof startGateway>>
  beforeEach(async () => {
    gateway = await startGateway()
  })
  afterEach(() => gateway.close())

  const whoAmI = async (cookie: string, headers: Record<string, string> = {}) =>
    sessionFrom(await gateway.send('/bff/session', { headers: { cookie, ...headers } }))

  test('a token opens a session, which ends on the server with the sign-out', async () => {
    const { answer, cookie } = await gateway.signIn()
    expect(answer.status).toBe(200)
    expect(await sessionFrom(answer)).toEqual({
      service: { kind: 'bundled', address: 'http://127.0.0.1:4173/api' },
      demo: null,
      signIn: { passkey: false, company: false, origin: 'http://localhost:4173' },
      signedIn: true,
      account: { id: gateway.accountId, name: 'Kim', email: 'kim@example.org' },
      identity: expect.stringMatching(/^\d+@[\w-]{22}$/),
      idleEnd: gateway.now() + 1800,
      end: gateway.now() + 12 * 3600,
      tokenEnd: null,
      freshUntil: 0,
    })
    expect(await whoAmI(cookie)).toMatchObject({ signedIn: true })

    const out = await gateway.send('/bff/session', { method: 'DELETE', headers: { ...fromPage, cookie } })
    expect(await sessionFrom(out)).toMatchObject({ signedIn: false })
    expect(out.headers.get('set-cookie')).toMatch(/^roomkeeper=; Max-Age=0;/)
    expect(await whoAmI(cookie)).toMatchObject({ signedIn: false })
    expect((await gateway.call(cookie, 'GET', '/account')).status).toBe(401)
  })

  test('without a cookie, or with an invalid one, the user is signed out', async () => {
    for (const cookie of ['', 'roomkeeper=', 'roomkeeper=x', `roomkeeper=${'A'.repeat(43)}`, '__Host-roomkeeper=x']) {
      expect(await whoAmI(cookie)).toMatchObject({ signedIn: false })
    }
  })

  test('the cookie is secure over https, and persistent only if requested', async () => {
    const plain = await gateway.signIn()
    expect(plain.answer.headers.get('set-cookie')).toMatch(/^roomkeeper=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/)
    const kept = await gateway.signIn({ token: gateway.token, keep: true })
    expect(kept.answer.headers.get('set-cookie')).toMatch(/^roomkeeper=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Strict$/)
    const secure = await gateway.signIn({ token: gateway.token }, { 'x-forwarded-proto': 'https' })
    expect(secure.answer.headers.get('set-cookie')).toMatch(/^__Host-roomkeeper=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/)
    expect(await whoAmI(secure.cookie, { 'x-forwarded-proto': 'https' })).toMatchObject({ signedIn: true })
    // Anybody on the network can set a cookie without the prefix, so over https it is ignored.
    expect(await whoAmI(plain.cookie, { 'x-forwarded-proto': 'https' })).toMatchObject({ signedIn: false })
  })

  test('each sign-in creates a new session id and ends the previous session', async () => {
    const first = await gateway.signIn()
    const second = await gateway.signIn({ token: gateway.token }, { cookie: first.cookie })
    expect(second.cookie).not.toBe(first.cookie)
    expect(await whoAmI(first.cookie)).toMatchObject({ signedIn: false })
    expect(await whoAmI(second.cookie)).toMatchObject({ signedIn: true })
    const planted = await gateway.signIn({ token: gateway.token }, { cookie: 'roomkeeper=planted' })
    expect(planted.cookie).not.toBe('roomkeeper=planted')
    expect(await whoAmI('roomkeeper=planted')).toMatchObject({ signedIn: false })
  })

  test('a rejected token opens no session, and the response says why', async () => {
    const { answer, cookie } = await gateway.signIn({ token: `rk_${'x'.repeat(43)}` })
    expect(answer.status).toBe(401)
    expect(cookie).toBe('')
    expect(await answer.json()).toMatchObject({ status: false, code: 'token_refused', message: expect.stringContaining('token') })
  })

  test('a value that cannot be a token is refused without asking the service', async () => {
    for (const token of [undefined, '', ' ', 7, null, 'a b', 'a\r\nx: y', 'pässwort', 'x'.repeat(8001), ['x']]) {
      const { answer } = await gateway.signIn({ token })
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({ code: 'invalid', errors: { token: [expect.any(String)] } })
    }
    for (const body of ['', '{', 'null', '[]', '"x"']) {
      gateway.clock.ms += 60_000
      expect((await gateway.send('/bff/session', { method: 'POST', headers: fromPage, body })).status).toBe(400)
    }
  })

  test('white space around a token is ignored', async () => {
    expect((await gateway.signIn({ token: ` ${gateway.token}\n` })).answer.status).toBe(200)
  })

  test('a session can be renewed only with a token of the same account', async () => {
    const { cookie } = await gateway.signIn()
    const other = await gateway.signIn({ token: gateway.token, account: gateway.accountId + 1 }, { cookie })
    expect(other.answer.status).toBe(409)
    expect(await codeOf(other.answer)).toBe('other_account')
    expect(await whoAmI(cookie)).toMatchObject({ signedIn: true })
    expect((await gateway.signIn({ token: gateway.token, account: gateway.accountId }, { cookie })).answer.status).toBe(200)
  })

  test('over plain http, a token is accepted on this machine only', async () => {
    const from = async (host: string, headers: Record<string, string> = {}) => {
      gateway.clock.ms += 60_000
      return (await gateway.signIn({ token: gateway.token }, { host, ...headers })).answer
    }
    for (const host of ['192.168.1.5:4173', 'chat.example.org', '127.0.0.1.example.org', 'localhost.example.org', '10.0.0.127']) {
      const answer = await from(host)
      expect(answer.status).toBe(403)
      expect(await codeOf(answer)).toBe('insecure_transport')
      expect((await from(host, { 'x-forwarded-proto': 'https' })).status).toBe(200)
    }
    for (const host of ['localhost:4173', '127.0.0.1', '[::1]:4173', 'rooms.localhost']) expect((await from(host)).status).toBe(200)
    // A proxy that sets Host to its own name: the browser is elsewhere.
    for (const headers of [{ 'x-forwarded-for': '203.0.113.5' }, { 'x-real-ip': '203.0.113.5' }, { via: '1.1 proxy' }])
      expect(await codeOf(await from('127.0.0.1:4173', headers))).toBe('insecure_transport')
    expect(await codeOf(await from('127.0.0.1:4173', { origin: 'http://chat.example.org' }))).toBe('forged')
    expect((await from('127.0.0.1:4173', { origin: 'http://127.0.0.1:4173' })).status).toBe(200)
  })

  test('after ten rejected tokens in a minute, sign-ins are refused', async () => {
    for (let times = 0; times < 10; times++) expect((await gateway.signIn({ token: 'wrong' })).answer.status).toBe(401)
    const { answer } = await gateway.signIn()
    expect(answer.status).toBe(429)
    expect(answer.headers.get('retry-after')).toBe('60')
    expect(await codeOf(answer)).toBe('too_many_sign_ins')
    gateway.clock.ms += 60_000
    expect((await gateway.signIn()).answer.status).toBe(200)
  })

  test('after twenty sign-ins in a minute, further ones are refused', async () => {
    for (let times = 0; times < 20; times++) expect((await gateway.signIn()).answer.status).toBe(200)
    expect((await gateway.signIn()).answer.status).toBe(429)
  })

  test('no log line contains a token or a session id', async () => {
    const { cookie } = await gateway.signIn()
    await gateway.signIn({ token: 'canary-wrong-token' })
    await gateway.call(cookie, 'POST', '/chats', { name: 'A' })
    await gateway.confirm(cookie)
    await gateway.call(cookie, 'DELETE', '/chats/1')
    await gateway.call(cookie, 'GET', '/chats/canary%0d%0ainjected')
    await gateway.call(cookie, 'GET', `/chats/${gateway.token}`)
    const log = gateway.logged.join('')
    expect(log).toContain('"event":"sign-in"')
    expect(log).toContain('"event":"deletion","route":"chatDelete","chatId":1')
    for (const secret of [gateway.token, 'canary-wrong-token', cookie.split('=')[1]!]) expect(log).not.toContain(secret)
    for (const line of gateway.logged) expect(line.trimEnd()).not.toContain('\n')
  })

  test('the log says who signed in, confirmed and read the token key, and from where', async () => {
    const { cookie } = await gateway.signIn()
    await gateway.confirm(cookie)
    await gateway.send('/bff/session/token-key', { headers: { cookie } })
    // The requests of these tests come over no network.
    const from = { account: gateway.accountId, address: 'unknown' }
    const lines = gateway.logged.map((line) => JSON.parse(line) as { event?: string })
    expect(lines.filter(({ event }) => ['sign-in', 'confirm', 'token-key'].includes(event ?? ''))).toMatchObject([
      { event: 'sign-in', how: 'token', keep: false, ...from, msg: 'signed in' },
      { event: 'confirm', ...from, msg: 'token entered again' },
      { event: 'token-key', ...from, msg: 'token key read' },
    ])
  })
})
