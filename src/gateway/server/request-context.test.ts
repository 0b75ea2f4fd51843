import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { clientAddress, ipv4AddressOf, resolveClientAddress, type Bindings } from './request-context.ts'
import { parseProxies } from './trusted-proxies.ts'

const app = new Hono<Bindings>()
  .use(resolveClientAddress(parseProxies(['10.0.0.1'])))
  .get('/', (c) => c.json({ own: ipv4AddressOf(c), address: clientAddress(c) }))

/** The browser's IPv4 address and the client address, for a connection from the given peer. */
async function seen(remoteAddress: string, headers: Record<string, string> = {}): Promise<unknown> {
  // The gateway reads only this part of Node's request.
  const incoming = { socket: { remoteAddress } } as unknown as NonNullable<Bindings['Bindings']['incoming']>
  return (await app.request('/', { headers }, { incoming })).json()
}

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8::1', null],
])('the browser’s IPv4 address is read from the peer %s', async (address, expected) => {
  expect(await seen(address)).toEqual({ own: expected, address })
})

test('behind an untrusted proxy the browser’s address is unknown, because anyone can forge the header', async () => {
  expect(await seen('192.0.2.7', { 'x-forwarded-for': '198.51.100.1' })).toEqual({ own: null, address: '192.0.2.7' })
})

test('a trusted proxy names the browser’s address', async () => {
  expect(await seen('10.0.0.1', { 'x-forwarded-for': '198.51.100.1' })).toEqual({ own: '198.51.100.1', address: '198.51.100.1' })
  expect(await seen('10.0.0.1', { 'x-forwarded-for': '2001:db8::1' })).toEqual({ own: null, address: '2001:db8::1' })
  expect(await seen('10.0.0.1', { 'x-forwarded-for': 'unknown' })).toEqual({ own: null, address: '10.0.0.1' })
})
