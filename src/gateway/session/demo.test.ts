import { describe, expect, test } from 'vitest'
import { identityHeader } from '#contract/session.ts'
import { createToken } from '#service/accounts/accounts.ts'
import { listen, stop } from '../server/serve.ts'
import { codeOf, cookieOf, fromPage, sessionFrom, startGateway } from '../testing/gateway.ts'
import { rawRequest } from '../testing/raw-request.ts'

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

  test('opens without a token, using a generated one that expires with the session', async () => {
    const gateway = await withDemo()
    const answer = await open(gateway)
    const session = await sessionFrom(answer)
    expect(session).toMatchObject({ signedIn: true, demo: { accountId: 1, rooms: 5, messages: 20_000 }, end: gateway.now() + 12 * 3600 })
    expect(expiries.at(-1)).toBe(gateway.now() + 12 * 3600)
    const identity = session.signedIn ? session.identity : ''
    expect((await gateway.call(cookieOf(answer), 'GET', '/account', undefined, { [identityHeader]: identity })).status).toBe(200)
    await gateway.close()
  })

  test('is not offered under another host name or through a proxy', async () => {
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

  test('is not offered through a proxy that adds no headers, nor after any proxy was detected', async () => {
    const gateway = await withDemo()
    const { server, address } = await listen(gateway.app, '127.0.0.1', 0)
    const port = Number(new URL(address).port)
    const offered = async (head = 'GET /bff/session') => !/"demo":null/.test(await rawRequest(port, head))
    const openedAt = async (origin: string) =>
      (await fetch(`${address}/bff/session/demo`, { method: 'POST', headers: { ...fromPage, origin }, body: '{}' })).status
    expect(await offered()).toBe(true)
    expect(await openedAt(address)).toBe(200)
    // The proxy cannot hide the browser's Origin.
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

  test('is offered to everyone over https if the operator enables it', async () => {
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

  test('does not exist when it is off', async () => {
    const gateway = await startGateway()
    expect((await gateway.send('/bff/session/demo', { method: 'POST', headers: fromPage, body: '{}' })).status).toBe(404)
    await gateway.close()
  })
})
