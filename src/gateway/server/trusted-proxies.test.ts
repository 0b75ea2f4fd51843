import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clientAddressFrom, parseProxies } from './trusted-proxies.ts'

describe('the client address', () => {
  const isProxy = parseProxies(['10.0.0.0/8', '::1', '2001:db8:1::/48'])

  test.each([
    ['no proxy in between', '192.0.2.7', undefined, '192.0.2.7'],
    ['someone who writes the header', '192.0.2.7', '198.51.100.1', '192.0.2.7'],
    ['one proxy', '10.1.2.3', '198.51.100.1', '198.51.100.1'],
    ['one proxy, as servers on both versions write it', '::ffff:10.1.2.3', '198.51.100.1', '198.51.100.1'],
    ['two proxies', '10.1.2.3', '198.51.100.1, 10.9.9.9', '198.51.100.1'],
    ['version 6', '::1', '2001:db8:2::7,2001:db8:1::9', '2001:db8:2::7'],
    ['what the browser had written itself', '10.1.2.3', '203.0.113.66, 198.51.100.1', '198.51.100.1'],
    ['what the browser had written as if it were our proxy', '10.1.2.3', '203.0.113.66, 10.0.0.1, 198.51.100.1', '198.51.100.1'],
    ['a browser beside the proxy', '10.1.2.3', '10.4.4.4', '10.4.4.4'],
    ['a proxy that adds nothing', '10.1.2.3', undefined, '10.1.2.3'],
    ['a proxy that hides who asks', '10.1.2.3', '198.51.100.1, unknown', '10.1.2.3'],
    ['an address with a port', '10.1.2.3', '198.51.100.1:4711', '10.1.2.3'],
    ['a zone', '10.1.2.3', 'fe80::1%eth0', 'fe80::1%eth0'],
    ['nothing between commas', '10.1.2.3', ', ,', '10.1.2.3'],
    ['no socket', 'unknown', '198.51.100.1', 'unknown'],
  ])('%s', (_, peer, forwardedFor, client) => {
    expect(clientAddressFrom(peer, forwardedFor, isProxy)).toBe(client)
  })

  test('a forged X-Forwarded-For does not change a stranger’s address', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.ipV4(), fc.ipV6(), fc.string())), (hops) => {
        expect(clientAddressFrom('192.0.2.7', hops.join(','), isProxy)).toBe('192.0.2.7')
        // Even through our proxy, which appends the address after what the stranger wrote.
        expect(clientAddressFrom('10.0.0.1', [...hops, '192.0.2.7'].join(', '), isProxy)).toBe('192.0.2.7')
      }),
    )
  })
})

test('no proxy is trusted by default', () => {
  expect(['127.0.0.1', '::1', '10.0.0.1'].map(parseProxies([]))).toEqual([false, false, false])
})

test.each([
  '',
  'proxy.example',
  '10.0.0.0/',
  '10.0.0.0/33',
  '10.0.0.0/8/8',
  '0.0.0.0/0',
  '::/0',
  '10.0.0',
  '10.0.0.0/-1',
  '010.0.0.1',
  '::1/129',
  '*',
])('"%s" is refused as a proxy address', (range) => {
  expect(() => parseProxies([range])).toThrow(/TRUSTED_PROXIES/)
})
