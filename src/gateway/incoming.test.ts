import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { ipv4AddressOf, type Bindings } from './incoming.ts'

const app = new Hono<Bindings>().get('/', (c) => c.json(ipv4AddressOf(c)))

/** What the gateway takes for the address of a browser at the other end of such a connection. */
async function seen(remoteAddress: string, headers: Record<string, string> = {}): Promise<unknown> {
  // Node's own request has much more; this is all that is read of it.
  const incoming = { socket: { remoteAddress } } as unknown as NonNullable<Bindings['Bindings']['incoming']>
  return (await app.request('/', { headers }, { incoming })).json()
}

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8::1', null],
])('a browser at %s', async (address, expected) => {
  expect(await seen(address)).toBe(expected)
})

test('behind a proxy nothing is known: the address is the proxy’s, and the header anybody’s', async () => {
  expect(await seen('192.0.2.7', { 'x-forwarded-for': '198.51.100.1' })).toBeNull()
})
