import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { api, apiNames } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { maxRequestBytes } from '#contract/values.ts'
import { codeOf, fromPage, startGateway } from '../testing/gateway.ts'
import { withoutAnswer } from '../testing/no-answer.ts'
import { answerAccount, json, remoteAccount, startRemoteService } from '../testing/remote-service.ts'

describe('with our own service', () => {
  let gateway: Awaited<ReturnType<typeof startGateway>>
  let cookie: string
  beforeEach(async () => {
    gateway = await startGateway()
    cookie = (await gateway.signIn()).cookie
  })
  afterEach(() => gateway.close())

  test('the page reads and writes real data', async () => {
    expect(await (await gateway.call(cookie, 'POST', '/chats', { name: 'Lobby' })).json()).toMatchObject({ status: true, chatId: 1 })
    expect(await (await gateway.call(cookie, 'GET', '/chats/1')).json()).toMatchObject({ data: { name: 'Lobby' } })
    expect((await gateway.call(cookie, 'POST', '/chats/1/banned-ips', { ip: '192.0.2.1', lastIp: '192.0.2.9' })).status).toBe(200)
    expect((await gateway.call(cookie, 'DELETE', '/chats/1/banned-ips/192.0.2.1%3A192.0.2.9')).status).toBe(200)
    expect((await gateway.call(cookie, 'POST', '/chats/1/messages', { text: 'Hello' })).status).toBe(200)
    expect(await (await gateway.call(cookie, 'GET', '/chats/1/messages?fast=true&reverse=true&limit=5')).json()).toMatchObject({
      data: [{ text: 'Hello' }],
    })
    const refused = await gateway.call(cookie, 'POST', '/chats', {})
    expect([refused.status, (await refused.json()) as unknown]).toEqual([
      400,
      expect.objectContaining({ status: false, errors: expect.anything() }),
    ])
  })

  test('an Idempotency-Key is forwarded, and the service recognizes the replay', async () => {
    const post = () => gateway.call(cookie, 'POST', '/chats', { name: 'Lobby' }, { 'idempotency-key': 'act-1' })
    const [first, again] = [await post(), await post()]
    expect([first, again].map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true'])
    expect(await again.text()).toBe(await first.text())
    const other = await gateway.call(cookie, 'POST', '/chats', { name: 'Other' }, { 'idempotency-key': 'act-1' })
    expect([other.status, await codeOf(other)]).toEqual([422, 'idempotency_key_reused'])
    expect(await (await gateway.call(cookie, 'GET', '/chats')).json()).toMatchObject({ count: 1 })
  })

  test('settings are saved for the version that was read, or not at all', async () => {
    await gateway.call(cookie, 'POST', '/chats', { name: 'Lobby' })
    const version = (await gateway.call(cookie, 'GET', '/chats/1')).headers.get('etag') ?? ''
    const without = await gateway.call(cookie, 'PUT', '/chats/1', { name: 'Mine' })
    expect([without.status, await codeOf(without)]).toEqual([428, 'version_needed'])
    const first = await gateway.call(cookie, 'PUT', '/chats/1', { name: 'Theirs' }, { 'if-match': version })
    expect([first.status, first.headers.get('etag')]).toEqual([200, expect.stringMatching(/^"/)])
    const stale = await gateway.call(cookie, 'PUT', '/chats/1', { name: 'Mine' }, { 'if-match': version })
    expect([stale.status, stale.headers.get('etag'), await codeOf(stale)]).toEqual([412, first.headers.get('etag'), 'changed_meanwhile'])
    expect(await (await gateway.call(cookie, 'GET', '/chats/1')).json()).toMatchObject({ data: { name: 'Theirs' } })
    // Other writes have no versions, and programs may leave them out.
    expect((await gateway.call(cookie, 'PUT', '/account', { company: 'Tidewater' })).status).toBe(200)
    const headers = { authorization: `Bearer ${gateway.token}`, 'content-type': 'application/json' }
    expect((await gateway.send('/api/chats/1', { method: 'PUT', headers, body: '{"name":"By program"}' })).status).toBe(200)
  })

  test('the token key of the account stays on the server', async () => {
    const direct = await gateway.send('/api/account', { headers: { authorization: `Bearer ${gateway.token}` } })
    expect(await direct.text()).toContain('tokenKey')
    const forwarded = await gateway.call(cookie, 'GET', '/account')
    const text = await forwarded.text()
    expect(text).toContain('kim@example.org')
    expect(text).not.toContain('tokenKey')
  })

  test('the page authenticates by cookie only, programs by header only', async () => {
    const bearer = { authorization: `Bearer ${gateway.token}` }
    expect((await gateway.send('/bff/api/account', { headers: bearer })).status).toBe(401)
    expect((await gateway.send('/api/account', { headers: { cookie } })).status).toBe(401)
    expect((await gateway.send('/api/account', { headers: bearer })).status).toBe(200)
    const made = await gateway.send('/api/chats', {
      method: 'POST',
      headers: { ...bearer, 'content-type': 'application/json' },
      body: '{"name":"By program"}',
    })
    expect(made.status).toBe(200)
  })

  test('requests of programs reach the service unchanged except for the prefix and the cookie', async () => {
    let seen: Request | undefined
    const service = {
      fetch: (request: Request) => {
        seen = request
        return Response.json({ status: true })
      },
    }
    const own = await startGateway({ upstream: { service } })
    const headers = { cookie: 'roomkeeper=x', authorization: 'Bearer y', 'content-type': 'text/odd' }
    await own.send('/api//chats/%2e%2E/7%20?a=%20&b', { method: 'PUT', headers, body: 'as it is' })
    const { pathname, search } = new URL(seen!.url)
    expect([seen!.method, pathname, search, await seen!.text()]).toEqual(['PUT', '//7%20', '?a=%20&b', 'as it is'])
    expect(Object.fromEntries(seen!.headers)).toMatchObject({ authorization: 'Bearer y', 'content-type': 'text/odd' })
    expect(seen!.headers.has('cookie')).toBe(false)
    await own.close()
  })

  test('a revoked token ends the session at the next call', async () => {
    await gateway.database.query.updateTable('token').set({ revoked: gateway.now() }).execute()
    const answer = await gateway.call(cookie, 'GET', '/chats')
    expect([answer.status, await codeOf(answer)]).toEqual([401, 'token_refused'])
    expect(answer.headers.get('set-cookie')).toMatch(/^roomkeeper=; Max-Age=0;/)
    expect(await gateway.query.selectFrom('session').selectAll().execute()).toEqual([])
    expect(await codeOf(await gateway.call(cookie, 'GET', '/chats'))).toBe('no_session')
  })

  test('an unused session ends, one in use continues', async () => {
    for (let times = 0; times < 3; times++) {
      gateway.clock.ms += 29 * 60_000
      expect((await gateway.call(cookie, 'GET', '/account')).status).toBe(200)
    }
    gateway.clock.ms += 30 * 60_000
    const answer = await gateway.call(cookie, 'GET', '/account')
    expect([answer.status, await codeOf(answer)]).toEqual([401, 'no_session'])
  })

  test('a body above 512 KiB is refused, with and without a Content-Length', async () => {
    const large = JSON.stringify({ name: 'x'.repeat(maxRequestBytes) })
    expect((await gateway.call(cookie, 'POST', '/chats', { name: 'x'.repeat(maxRequestBytes) })).status).toBe(413)
    const stream = new Blob([large]).stream()
    // Node requires `duplex` for a stream; the DOM types do not have it.
    const init = { method: 'POST', headers: { ...fromPage, cookie }, body: stream, duplex: 'half' } as RequestInit
    expect((await gateway.send('/bff/api/chats', init)).status).toBe(413)
  })

  test('an unreachable database is reported as unavailable', async () => {
    await gateway.database.close()
    const health = await gateway.send('/healthz')
    expect([health.status, health.headers.get('retry-after')]).toEqual([503, '5'])
    expect((await gateway.call(cookie, 'GET', '/account')).status).toBeGreaterThanOrEqual(500)
  })
})

describe('with a remote service', () => {
  let remote: Awaited<ReturnType<typeof startRemoteService>>
  let gateway: Awaited<ReturnType<typeof startGateway>>
  let cookie: string
  beforeEach(async () => {
    remote = await startRemoteService(answerAccount)
    gateway = await startGateway({ upstream: { address: remote.address } })
    cookie = (await gateway.signIn({ token: 'opaque' })).cookie
    await gateway.confirm(cookie, { token: 'opaque' })
    remote.reached.length = 0
  })
  afterEach(async () => {
    await gateway.close()
    await remote.close()
  })

  const values: Record<string, string> = {
    chatId: '12',
    pollId: '3',
    messageId: '45',
    ipAddress: '192.0.2.1',
    firstIp: '192.0.2.1',
    lastIp: '192.0.2.9',
  }

  test('every endpoint except the deprecated read is forwarded with the path of the contract', async () => {
    remote.state.answer = (_, r) => json(r, { status: true })
    for (const name of apiNames) {
      const endpoint: Endpoint = api[name]
      const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, key: string) => values[key]!)
      const query = name === 'messageList' ? '?fast=true' : ''
      const answer = await gateway.call(cookie, endpoint.method, path + query, endpoint.method === 'GET' ? undefined : {})
      expect([name, answer.status]).toEqual([name, endpoint.deprecated ? 404 : 200])
      expect(remote.reached.splice(0)).toEqual(endpoint.deprecated ? [] : [`${endpoint.method} ${path}${query}`])
    }
  })

  test('the service receives the token, and neither the cookie nor other headers of the page', async () => {
    let seen: Record<string, unknown> = {}
    remote.state.answer = (q, r) => {
      seen = q.headers
      json(r, { status: true })
    }
    const headers = {
      ...fromPage,
      cookie,
      authorization: 'Bearer mine',
      'x-forwarded-for': '1.2.3.4',
      referer: 'http://x/',
      'x-secret': '1',
    }
    await gateway.send('/bff/api/chats', { method: 'POST', headers, body: '{"name":"é"}' })
    expect(seen).toMatchObject({ authorization: 'Bearer opaque', 'content-type': 'application/json', accept: 'application/json' })
    for (const name of ['cookie', 'x-roomkeeper', 'x-forwarded-for', 'referer', 'origin', 'x-secret']) expect(seen).not.toHaveProperty(name)
  })

  test('bodies are forwarded unchanged, including bare arrays and empty ones', async () => {
    const bodies: string[] = []
    remote.state.answer = (q, r) => {
      const chunks: Buffer[] = []
      q.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => {
        bodies.push(Buffer.concat(chunks).toString())
        json(r, { status: true })
      })
    }
    await gateway.call(cookie, 'POST', '/chats/1/messages/delete', [1, 2, 3])
    await gateway.call(cookie, 'PUT', '/chats/1', { filterWords: ' a, b', name: '😀' })
    await gateway.call(cookie, 'POST', '/chats/1/polls/2/publish')
    expect(bodies).toEqual(['[1,2,3]', '{"filterWords":" a, b","name":"😀"}', ''])
  })

  test('queries are rebuilt from known keys, with any character in next', async () => {
    remote.state.answer = (_, r) => json(r, { status: true })
    const next = 'a+/= &#%?é'
    await gateway.call(cookie, 'GET', `/chats/1/messages?fast=true&evil=1&limit=5&reverse&next=${encodeURIComponent(next)}`)
    const sent = new URL(remote.reached[0]!.split(' ')[1]!, 'http://x')
    expect(Object.fromEntries(sent.searchParams)).toEqual({ fast: 'true', limit: '5', reverse: 'true', next })
    const long = 'n'.repeat(10_000)
    await gateway.call(cookie, 'GET', `/chats/1/messages?fast=true&limit=${'9'.repeat(30)}&next=${long}`)
    const second = new URL(remote.reached[1]!.split(' ')[1]!, 'http://x')
    expect(Object.fromEntries(second.searchParams)).toEqual({ fast: 'true', limit: expect.stringMatching(/^\d{16}$/), next: long })
    for (const query of ['?fast=false', '?fast', '?fast=true&limit=x', '?fast=true&from=1%0d%0a2']) {
      expect((await gateway.call(cookie, 'GET', `/chats/1/messages${query}`)).status).toBe(400)
    }
    await gateway.call(cookie, 'GET', '/chats?admin=true')
    expect(remote.reached.slice(2)).toEqual(['GET /chats'])
  })

  test.each<[string, number, string, Parameters<typeof startRemoteService>[0]]>([
    ['breaks off at once', 502, 'upstream_unreachable', (q) => q.socket.destroy()],
    [
      'breaks off in the middle',
      502,
      'upstream_unreachable',
      (_, r) => r.writeHead(200, { 'content-length': '999' }).write('{"status":', () => r.destroy()),
    ],
    ['is a web page', 502, 'upstream_not_api', (_, r) => r.writeHead(200, { 'content-type': 'text/html' }).end('<html>')],
    ['fails with a web page', 502, 'upstream_failing', (_, r) => r.writeHead(500).end('<h1>oops')],
    ['answers nothing', 502, 'upstream_not_api', (_, r) => r.writeHead(204).end()],
    ['answers broken JSON', 502, 'upstream_not_api', (_, r) => r.end('{"status":tr')],
    ['answers an array', 502, 'upstream_not_api', (_, r) => json(r, [1])],
    ['redirects', 502, 'upstream_not_api', (_, r) => r.writeHead(307, { location: '/account' }).end('{"status":true}')],
    ['answers 2 MiB to a change', 502, 'upstream_too_large', (_, r) => json(r, { status: true, data: 'x'.repeat(2 * 1024 * 1024) })],
    ['refuses the token', 401, 'token_refused', (_, r) => r.writeHead(401).end('<html>')],
    ['asks to wait with a web page', 429, 'too_many_requests', (_, r) => r.writeHead(429, { 'retry-after': '7' }).end('<html>')],
  ])('a service that %s is reported', async (_, status, code, behaviour) => {
    remote.state.answer = behaviour
    const answer = await gateway.call(cookie, 'DELETE', '/chats/1')
    expect([answer.status, await codeOf(answer)]).toEqual([status, code])
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(answer.headers.get('x-roomkeeper-refusal')).toBe('gateway')
    expect(answer.headers.get('retry-after')).toBe(status === 429 ? '7' : null)
    // Never retried: the outcome of the first request is unknown.
    expect(remote.reached).toEqual(['DELETE /chats/1'])
  })

  test.each<[string, Parameters<typeof startRemoteService>[0]]>([
    ['hangs', () => {}],
    ['hangs in the middle', (_, r) => r.writeHead(200).write('{"status":')],
  ])('a service that %s is reported', async (_, begin) => {
    const answer = await withoutAnswer(remote, () => gateway.call(cookie, 'DELETE', '/chats/1'), begin)
    expect([answer.status, await codeOf(answer)]).toEqual([504, 'upstream_timeout'])
    expect(remote.reached).toEqual(['DELETE /chats/1'])
  })

  test('refusals of the service are forwarded with Retry-After and without its other headers', async () => {
    remote.state.answer = (_, r) =>
      json(r, { status: 0, message: 'Slow down' }, 429, {
        'retry-after': '12',
        'set-cookie': 'a=b',
        'x-powered-by': 'x',
        'x-roomkeeper-refusal': 'gateway',
        'access-control-allow-origin': '*',
      })
    const answer = await gateway.call(cookie, 'GET', '/chats')
    expect([answer.status, await answer.text()]).toEqual([429, '{"status":0,"message":"Slow down"}'])
    expect(answer.headers.get('retry-after')).toBe('12')
    for (const name of ['set-cookie', 'x-powered-by', 'x-roomkeeper-refusal', 'access-control-allow-origin'])
      expect(answer.headers.has(name)).toBe(false)
  })

  test('the token key of a remote account is removed, the rest is kept', async () => {
    const text = await (await gateway.call(cookie, 'GET', '/account')).text()
    const { tokenKey: _, ...rest } = remoteAccount
    expect(JSON.parse(text)).toEqual({ status: 1, data: rest })
  })

  test('with a remote service, /api is not served', async () => {
    expect((await gateway.send('/api/account', { headers: { authorization: `Bearer ${gateway.token}` } })).status).toBe(404)
    expect(await (await gateway.send('/openapi.json')).text()).toContain(remote.address)
  })
})
