import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { identityHeader } from '#contract/session.ts'
import { createToken } from '#service/accounts/accounts.ts'
import { listen, stop } from '../server/serve.ts'
import {
  codeOf,
  cookieOf,
  remoteAccount,
  fromPage,
  json,
  answerAccount,
  rawRequest,
  sessionFrom,
  startRemoteService,
  startGateway,
} from '../testing/gateway.ts'

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

  test('without a cookie, or with a false one, one is signed out', async () => {
    for (const cookie of ['', 'roomkeeper=', 'roomkeeper=x', `roomkeeper=${'A'.repeat(43)}`, '__Host-roomkeeper=x']) {
      expect(await whoAmI(cookie)).toMatchObject({ signedIn: false })
    }
  })

  test('the cookie fits the transport, and lasts only when asked to', async () => {
    const plain = await gateway.signIn()
    expect(plain.answer.headers.get('set-cookie')).toMatch(/^roomkeeper=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/)
    const kept = await gateway.signIn({ token: gateway.token, keep: true })
    expect(kept.answer.headers.get('set-cookie')).toMatch(/^roomkeeper=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Strict$/)
    const secure = await gateway.signIn({ token: gateway.token }, { 'x-forwarded-proto': 'https' })
    expect(secure.answer.headers.get('set-cookie')).toMatch(/^__Host-roomkeeper=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/)
    expect(await whoAmI(secure.cookie, { 'x-forwarded-proto': 'https' })).toMatchObject({ signedIn: true })
    // A cookie without the prefix may come from anybody on the network: over https it says nothing.
    expect(await whoAmI(plain.cookie, { 'x-forwarded-proto': 'https' })).toMatchObject({ signedIn: false })
  })

  test('each sign-in makes a new id, and the one before it ends', async () => {
    const first = await gateway.signIn()
    const second = await gateway.signIn({ token: gateway.token }, { cookie: first.cookie })
    expect(second.cookie).not.toBe(first.cookie)
    expect(await whoAmI(first.cookie)).toMatchObject({ signedIn: false })
    expect(await whoAmI(second.cookie)).toMatchObject({ signedIn: true })
    const planted = await gateway.signIn({ token: gateway.token }, { cookie: 'roomkeeper=planted' })
    expect(planted.cookie).not.toBe('roomkeeper=planted')
    expect(await whoAmI('roomkeeper=planted')).toMatchObject({ signedIn: false })
  })

  test('a token that is not accepted opens nothing, and the service says why', async () => {
    const { answer, cookie } = await gateway.signIn({ token: `rk_${'x'.repeat(43)}` })
    expect(answer.status).toBe(401)
    expect(cookie).toBe('')
    expect(await answer.json()).toMatchObject({ status: false, code: 'token_refused', message: expect.stringContaining('token') })
  })

  test('what cannot be a token is refused before it is sent anywhere', async () => {
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

  test('space around a token comes from copying and does no harm', async () => {
    expect((await gateway.signIn({ token: ` ${gateway.token}\n` })).answer.status).toBe(200)
  })

  test('renewing takes only a token of the same account', async () => {
    const { cookie } = await gateway.signIn()
    const other = await gateway.signIn({ token: gateway.token, account: gateway.accountId + 1 }, { cookie })
    expect(other.answer.status).toBe(409)
    expect(await codeOf(other.answer)).toBe('other_account')
    expect(await whoAmI(cookie)).toMatchObject({ signedIn: true })
    expect((await gateway.signIn({ token: gateway.token, account: gateway.accountId }, { cookie })).answer.status).toBe(200)
  })

  test('over plain http, a token is taken on this machine only', async () => {
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
    // A proxy that names itself as the host: the browser is elsewhere.
    for (const headers of [{ 'x-forwarded-for': '203.0.113.5' }, { 'x-real-ip': '203.0.113.5' }, { via: '1.1 proxy' }])
      expect(await codeOf(await from('127.0.0.1:4173', headers))).toBe('insecure_transport')
    expect(await codeOf(await from('127.0.0.1:4173', { origin: 'http://chat.example.org' }))).toBe('forged')
    expect((await from('127.0.0.1:4173', { origin: 'http://127.0.0.1:4173' })).status).toBe(200)
  })

  test('ten refused tokens a minute are enough', async () => {
    for (let times = 0; times < 10; times++) expect((await gateway.signIn({ token: 'wrong' })).answer.status).toBe(401)
    const { answer } = await gateway.signIn()
    expect(answer.status).toBe(429)
    expect(answer.headers.get('retry-after')).toBe('60')
    expect(await codeOf(answer)).toBe('too_many_sign_ins')
    gateway.clock.ms += 60_000
    expect((await gateway.signIn()).answer.status).toBe(200)
  })

  test('twenty sign-ins a minute are enough', async () => {
    for (let times = 0; times < 20; times++) expect((await gateway.signIn()).answer.status).toBe(200)
    expect((await gateway.signIn()).answer.status).toBe(429)
  })

  test('no log line holds a token or a session id', async () => {
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
})

describe('behind a proxy', () => {
  // What every sign-in of this test comes through has the address 127.0.0.1.
  async function failures(trustedProxies: string[], forwardedFor: (time: number) => string) {
    const gateway = await startGateway({ trustedProxies })
    const { server, address } = await listen(gateway.app, '127.0.0.1', 0)
    const attempt = async (time: number) => {
      const headers = { ...fromPage, 'x-forwarded-for': forwardedFor(time), 'x-forwarded-proto': 'https' }
      return (await fetch(`${address}/bff/session`, { method: 'POST', headers, body: '{"token":"wrong"}' })).status
    }
    const answers: number[] = []
    for (let time = 0; time < 12; time++) answers.push(await attempt(time))
    const log = gateway.logged.join('')
    await stop(server)
    await gateway.close()
    return { refused: answers.filter((status) => status === 429).length, log }
  }

  test('the first request through one that is not listed is a warning, the others are none', async () => {
    const warnings = async (trustedProxies: string[]) =>
      (await failures(trustedProxies, (time) => `198.51.100.${time}`)).log.split('\n').filter((line) => line.includes('unlisted-proxy'))
    expect((await warnings([])).map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({ level: 40, address: '127.0.0.1', msg: expect.stringContaining('TRUSTED_PROXIES') }),
    ])
    expect(await warnings(['127.0.0.1'])).toEqual([])
  })

  test('one that is listed: each browser has a limit of its own, and its address is in the log', async () => {
    const { refused, log } = await failures(['127.0.0.0/8'], (time) => `203.0.113.66, 198.51.100.${time}`)
    expect(refused).toBe(0)
    expect(log).toContain('"address":"198.51.100.11"')
    expect(log).not.toContain('203.0.113.66')
    expect((await failures(['127.0.0.1'], (time) => `203.0.113.${time}, 198.51.100.1`)).refused).toBe(2)
  })

  test('whoever has a network of version 6 has one limit for all its addresses', async () => {
    expect((await failures(['127.0.0.1'], (time) => `2001:db8:7:7::${time}`)).refused).toBe(2)
    expect((await failures(['127.0.0.1'], (time) => `2001:db8:7:${time}::1`)).refused).toBe(0)
  })

  test('one that is not: who writes another address each time is counted all the same', async () => {
    const { refused, log } = await failures([], (time) => `198.51.100.${time}`)
    expect(refused).toBe(2)
    expect(log).not.toContain('198.51.100')
  })
})

describe('the demo', () => {
  const expiries: number[] = []
  async function withDemo(isPublic = false) {
    const gateway = await startGateway({
      demo: {
        isPublic,
        accountId: 1,
        rooms: 5,
        messages: 20_000,
        makeToken: async (expires) => {
          expiries.push(expires)
          return (await createToken(gateway.database, { accountId: gateway.accountId, expires })).token
        },
      },
    })
    return gateway
  }
  const open = (gateway: Awaited<ReturnType<typeof withDemo>>, headers: Record<string, string> = {}) =>
    gateway.send('/bff/session/demo', { method: 'POST', headers: { ...fromPage, ...headers }, body: '{}' })

  test('opens without a token, with one that ends with the session', async () => {
    const gateway = await withDemo()
    const answer = await open(gateway)
    const session = await sessionFrom(answer)
    expect(session).toMatchObject({ signedIn: true, demo: { accountId: 1, rooms: 5, messages: 20_000 }, end: gateway.now() + 12 * 3600 })
    expect(expiries.at(-1)).toBe(gateway.now() + 12 * 3600)
    const identity = session.signedIn ? session.identity : ''
    expect((await gateway.call(cookieOf(answer), 'GET', '/account', undefined, { [identityHeader]: identity })).status).toBe(200)
    await gateway.close()
  })

  test('is not there for a page that came by another name or through a proxy', async () => {
    const gateway = await withDemo()
    const made = expiries.length
    const strangers = [
      { host: 'evil.example', 'x-forwarded-proto': 'https' },
      { host: '127.0.0.1.nip.io', 'x-forwarded-proto': 'https' },
      { 'x-forwarded-for': '203.0.113.5' },
      { forwarded: 'for=203.0.113.5' },
      { via: '1.1 proxy' },
      { 'x-real-ip': '203.0.113.5' },
    ]
    for (const headers of strangers) {
      const answer = await open(gateway, headers)
      expect(answer.status).toBe('x-forwarded-proto' in headers ? 404 : 403)
      expect(await sessionFrom(await gateway.send('/bff/session', { headers }))).toMatchObject({ demo: null })
    }
    expect((await open(gateway, { host: 'evil.example' })).status).toBe(403)
    expect(expiries).toHaveLength(made)
    await gateway.close()
  })

  test('does not open through a proxy that names itself as the host and adds nothing, and is closed once one was seen', async () => {
    const gateway = await withDemo()
    const { server, address } = await listen(gateway.app, '127.0.0.1', 0)
    const port = Number(new URL(address).port)
    const offered = async (head = 'GET /bff/session') => !/"demo":null/.test(await rawRequest(port, head))
    const openedAt = async (origin: string) =>
      (await fetch(`${address}/bff/session/demo`, { method: 'POST', headers: { ...fromPage, origin }, body: '{}' })).status
    expect(await offered()).toBe(true)
    expect(await openedAt(address)).toBe(200)
    // What the proxy cannot hide: the browser says where the page was opened.
    expect(await openedAt('https://chat.example.org')).toBe(403)
    expect(await offered()).toBe(false)
    expect(await openedAt(address)).toBe(404)
    expect(gateway.logged.filter((line) => line.includes('unlisted-proxy'))).toHaveLength(1)
    await stop(server)
    await gateway.close()

    const other = await withDemo()
    const second = await listen(other.app, '127.0.0.1', 0)
    const answer = await rawRequest(Number(new URL(second.address).port), 'GET /bff/session', {}, '1.0')
    expect(answer).toContain('"demo":null')
    await stop(second.server)
    await other.close()
  })

  test('is offered to everybody where the operator says so, by https', async () => {
    const gateway = await withDemo(true)
    const elsewhere = {
      host: 'chat.example.org',
      'x-forwarded-for': '203.0.113.5',
      'x-forwarded-proto': 'https',
      origin: 'https://chat.example.org',
    }
    expect((await open(gateway, elsewhere)).status).toBe(200)
    expect(await codeOf(await open(gateway, { host: 'chat.example.org', origin: 'http://chat.example.org' }))).toBe('insecure_transport')
    await gateway.close()
  })

  test('is not there when it is off', async () => {
    const gateway = await startGateway()
    expect((await gateway.send('/bff/session/demo', { method: 'POST', headers: fromPage, body: '{}' })).status).toBe(404)
    await gateway.close()
  })
})

describe('with a remote service', () => {
  let foreign: Awaited<ReturnType<typeof startRemoteService>>
  let gateway: Awaited<ReturnType<typeof startGateway>>
  beforeEach(async () => {
    foreign = await startRemoteService(answerAccount)
    gateway = await startGateway({ upstream: { address: `${foreign.address}/v1` }, upstreamTimeoutMs: 300 })
  })
  afterEach(async () => {
    await gateway.close()
    await foreign.close()
  })

  test('the page learns which service it is, and whose account', async () => {
    const { answer } = await gateway.signIn({ token: 'opaque' })
    expect(await sessionFrom(answer)).toMatchObject({
      service: { kind: 'remote', address: `${foreign.address}/v1` },
      account: { id: remoteAccount.id, name: 'Lee', email: 'lee@example.org' },
    })
    expect(foreign.reached).toEqual(['GET /v1/account'])
  })

  test('a token that has ended by its own date opens no session', async () => {
    const ended = `e30.${Buffer.from(JSON.stringify({ exp: gateway.now() - 1 })).toString('base64url')}.x`
    expect(await codeOf((await gateway.signIn({ token: ended })).answer)).toBe('token_refused')
  })

  test.each<[string, number, string, Parameters<typeof startRemoteService>[0]]>([
    ['refuses with 401', 401, 'token_refused', (_, r) => json(r, { status: false, message: 'No such token' }, 401)],
    ['refuses with 403', 401, 'token_refused', (_, r) => json(r, { status: 0 }, 403)],
    ['refuses with 200', 401, 'token_refused', (_, r) => json(r, { status: 0, message: 'Bad' })],
    ['refuses without JSON', 401, 'token_refused', (_, r) => r.writeHead(401).end()],
    ['asks for a pause', 429, 'too_many_requests', (_, r) => json(r, { status: false }, 429, { 'retry-after': '7' })],
    ['refuses with 200 and no reason', 502, 'upstream_failing', (_, r) => json(r, { status: false })],
    ['refuses with 200 and blanks', 502, 'upstream_failing', (_, r) => json(r, { status: false, message: ' ' })],
    ['fails with a web page', 502, 'upstream_failing', (_, r) => r.writeHead(502).end('<h1>Bad gateway</h1>')],
    ['fails and gives a reason', 502, 'upstream_failing', (_, r) => json(r, { status: false, message: 'Bad token' }, 500)],
    ['fails', 502, 'upstream_failing', (_, r) => json(r, { status: false }, 503)],
    ['breaks off', 502, 'upstream_unreachable', (q) => q.socket.destroy()],
    ['hangs', 504, 'upstream_timeout', () => {}],
    ['has another path', 502, 'upstream_not_api', (_, r) => json(r, { error: 'no such page' }, 404)],
    ['is a web page', 502, 'upstream_not_api', (_, r) => r.writeHead(200, { 'content-type': 'text/html' }).end('<html>')],
    ['redirects to a login', 502, 'upstream_not_api', (_, r) => r.writeHead(302, { location: '/login' }).end()],
    ['answers something else', 502, 'upstream_not_api', (_, r) => json(r, { status: true, data: { id: 'x' } })],
    ['answers an array', 502, 'upstream_not_api', (_, r) => json(r, [])],
  ])('a service that %s', async (_, status, code, behaviour) => {
    foreign.state.answer = behaviour
    const { answer, cookie } = await gateway.signIn({ token: 'opaque' })
    expect(answer.status).toBe(status)
    expect(await codeOf(answer)).toBe(code)
    expect(cookie).toBe('')
    // No login page and no second try.
    expect(foreign.reached).toEqual(['GET /v1/account'])
  })

  test('a service that is not there', async () => {
    await foreign.close()
    const { answer } = await gateway.signIn({ token: 'opaque' })
    expect([answer.status, await codeOf(answer)]).toEqual([502, 'upstream_unreachable'])
    foreign = await startRemoteService(answerAccount)
  })

  test('the words of the service reach the person', async () => {
    foreign.state.answer = (_, r) => json(r, { status: false, message: 'This token was revoked.' }, 401)
    expect(await (await gateway.signIn({ token: 'opaque' })).answer.json()).toMatchObject({
      message: 'The service does not accept this token.',
      said: 'This token was revoked.',
    })
  })

  test('only what is about the token counts as a failed attempt', async () => {
    foreign.state.answer = (_, r) => json(r, { status: false })
    for (let attempt = 0; attempt < 15; attempt++)
      expect(await codeOf((await gateway.signIn({ token: 'opaque' })).answer)).toBe('upstream_failing')
    foreign.state.answer = answerAccount
    expect((await gateway.signIn({ token: 'opaque' })).answer.status).toBe(200)
  })
})
