import type { Server } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApp } from '#service/app.ts'
import { onAnyEngine } from '#service/testing/databases.ts'
import { listen, stop } from '../server/serve.ts'
import { startGateway } from '../testing/gateway.ts'
import { rawRequest } from '../testing/raw-request.ts'

/** ETag, 304 and compression of reads, for the page and for programs, over a real socket. */

const longListLength = 250

onAnyEngine('reads through the gateway', (bench) => {
  let gateway: Awaited<ReturnType<typeof startGateway>>
  let server: Server
  let address: string
  let page: Record<string, string>
  let program: Record<string, string>
  let chatId: number

  beforeAll(async () => {
    const { token, call } = await bench.newAccount(longListLength + 10)
    chatId = (await call('POST', '/chats', { name: 'Lobby' })).body.chatId
    for (let number = 0; number < longListLength; number++)
      await call('POST', `/chats/${chatId}/banned-ips`, { ip: `192.0.${number >> 7}.${(number % 128) * 2}` })
    gateway = await startGateway({ upstream: { service: createApp({ database: bench.database, rateLimit: 1_000_000 }) } })
    ;({ server, address } = await listen(gateway.app, '127.0.0.1', 0))
    page = gateway.pageHeaders((await gateway.signIn({ token })).cookie)
    program = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  })
  afterAll(async () => {
    await stop(server)
    await gateway.close()
  })

  /** As the page, or as a program. */
  const ways = [
    ['the page', '/bff/api', () => page],
    ['a program', '/api', () => program],
  ] as const

  it.each(ways)('%s gets 304 without a body while nothing has changed, and the new answer after a change', async (_, prefix, headers) => {
    for (const path of ['/account', '/social', '/chats', `/chats/${chatId}`, `/chats/${chatId}/polls`, `/chats/${chatId}/banned-ips`]) {
      const read = (init: Record<string, string> = {}) => fetch(address + prefix + path, { headers: { ...headers(), ...init } })
      const first = await read()
      const etag = first.headers.get('etag')!
      expect([path, first.status, etag]).toEqual([path, 200, expect.stringMatching(/^(W\/)?"[\w.-]+"$/)])
      const body = await first.text()
      for (const sent of [etag, etag.replace(/^W\//, ''), `"other", ${etag}`, '*']) {
        const again = await read({ 'if-none-match': sent })
        expect([path, sent, again.status, await again.text()]).toEqual([path, sent, 304, ''])
        expect(again.headers.get('etag')?.replace('W/', '')).toBe(etag.replace('W/', ''))
        expect([again.headers.get('vary'), again.headers.get('cache-control')]).toEqual(['accept-encoding', 'no-store'])
      }
      const other = await read({ 'if-none-match': '"other"' })
      expect([path, other.status, await other.text()]).toEqual([path, 200, body])
    }
  })

  it.each(ways)('%s gets the new answer after a change', async (_, prefix, headers) => {
    const changes: [string, string, string, object][] = [
      ['/account', 'PUT', '/account', { company: `Tidewater ${prefix}` }],
      ['/chats', 'PUT', `/chats/${chatId}`, { name: `Lobby ${prefix}` }],
      [`/chats/${chatId}`, 'PUT', `/chats/${chatId}`, { offlineMessage: `Back soon ${prefix}` }],
      [`/chats/${chatId}/banned-ips`, 'POST', `/chats/${chatId}/banned-ips`, { ip: `198.51.100.${prefix.length}` }],
    ]
    for (const [path, method, at, body] of changes) {
      const read = (init: Record<string, string> = {}) => fetch(address + prefix + path, { headers: { ...headers(), ...init } })
      const first = await read()
      const etag = first.headers.get('etag')!
      const before = await first.text()
      const changed = await fetch(`${address}/api${at}`, { method, headers: program, body: JSON.stringify(body) })
      expect([at, changed.status]).toEqual([at, 200])
      const after = await read({ 'if-none-match': etag })
      expect([path, after.status]).toEqual([path, 200])
      expect(await after.text()).not.toBe(before)
      expect(after.headers.get('etag')).not.toBe(etag)
    }
  })

  it('after a 304 a save is made for the version that was read', async () => {
    const path = `${address}/bff/api/chats/${chatId}`
    const read = (headers: Record<string, string>) => fetch(path, { headers: { ...page, ...headers } })
    const save = (version: string, name: string) =>
      fetch(path, { method: 'PUT', headers: { ...page, 'if-match': version }, body: JSON.stringify({ name }) })
    const etag = (await read({})).headers.get('etag')!
    const again = await read({ 'if-none-match': etag })
    expect(again.status).toBe(304)
    expect((await save(again.headers.get('etag')!, 'Mine')).status).toBe(200)
    expect((await save(etag, 'Late')).status).toBe(412)
  })

  it.each(ways)('%s gets the same compressed and uncompressed', async (_, prefix, headers) => {
    for (const [path, isCompressed] of [
      ['/chats', true],
      [`/chats/${chatId}/banned-ips`, true],
      ['/social', false],
    ] as const) {
      const read = (coding: string) => fetch(address + prefix + path, { headers: { ...headers(), 'accept-encoding': coding } })
      const plain = await read('identity')
      const compressed = await read('gzip')
      expect([path, compressed.headers.get('content-encoding'), plain.headers.get('content-encoding')]).toEqual([
        path,
        isCompressed ? 'gzip' : null,
        null,
      ])
      expect(await compressed.json()).toEqual(await plain.json())
      // Either has the tag of the other, so that a client may change its codings.
      expect(compressed.headers.get('etag')?.replace('W/', '')).toBe(plain.headers.get('etag')?.replace('W/', ''))
    }
  })

  it('a long list is compressed as a whole, and its length is known', async () => {
    const answer = await gateway.send(`/bff/api/chats/${chatId}/banned-ips`, { headers: { ...page, 'accept-encoding': 'gzip' } })
    const bytes = Buffer.from(await answer.arrayBuffer())
    const { data } = JSON.parse(gunzipSync(bytes).toString()) as { data: unknown[] }
    expect(data.length).toBeGreaterThanOrEqual(longListLength)
    expect(bytes.length).toBeLessThan(data.length * 20)
  })

  it('HEAD of a program has the headers of GET and no body', async () => {
    for (const path of [`/chats/${chatId}`, `/chats/${chatId}/banned-ips`]) {
      const get = await fetch(`${address}/api${path}`, { headers: program })
      const head = await fetch(`${address}/api${path}`, { method: 'HEAD', headers: program })
      expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, get.headers.get('etag'), ''])
      const conditional = { ...program, 'if-none-match': get.headers.get('etag')! }
      expect((await fetch(`${address}/api${path}`, { method: 'HEAD', headers: conditional })).status).toBe(304)
    }
    // The page has no use for it.
    expect(await rawRequest(Number(new URL(address).port), `HEAD /bff/api/chats/${chatId}`, page)).toMatch(/^HTTP\/1\.1 405 /)
  })

  it('a change and a refusal are never answered with 304', async () => {
    const conditional = { ...program, 'if-none-match': '*' }
    const body = '{"company":"Tidewater"}'
    expect((await fetch(`${address}/api/account`, { method: 'PUT', headers: conditional, body })).status).toBe(200)
    expect((await fetch(`${address}/api/chats/999999999`, { headers: conditional })).status).toBe(404)
    expect((await fetch(`${address}/bff/api/chats/999999999`, { headers: { ...page, 'if-none-match': '*' } })).status).toBe(404)
  })
})
