import { BlockList, isIP, isIPv6 } from 'node:net'

/** Whether an address belongs to a trusted proxy. */
export type IsProxy = (address: string) => boolean

/**
 * @param ranges IPv4 and IPv6 addresses and CIDR ranges. Throws an error with a message for the operator if one is invalid or matches every address.
 */
export function parseProxies(ranges: readonly string[]): IsProxy {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', prefix, ...more] = range.split('/')
    const version = isIP(address)
    const bits = prefix === undefined || /^\d{1,3}$/.test(prefix) ? Number(prefix ?? (version === 4 ? 32 : 128)) : NaN
    if (version === 0 || more.length > 0 || !(bits >= 1 && bits <= (version === 4 ? 32 : 128)))
      throw new Error(`TRUSTED_PROXIES must list addresses or ranges such as 10.0.0.7, 10.1.0.0/16, not "${range}".`)
    list.addSubnet(address, bits, version === 4 ? 'ipv4' : 'ipv6')
  }
  return (address) => isIP(address) !== 0 && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

/**
 * The client's address, from the peer of the connection and X-Forwarded-For. Each proxy appends the address that connected to it, so the list is read
 * from the end up to the first address that is not a trusted proxy; anything before that can be forged. If a proxy wrote something other than an
 * address, the client is that proxy.
 */
export function clientAddressFrom(peer: string, forwardedFor: string | undefined, isProxy: IsProxy): string {
  let client = peer
  for (const hop of (forwardedFor ?? '').split(',').toReversed()) {
    const address = hop.trim()
    if (!isProxy(client) || isIP(address) === 0) break
    client = address
  }
  return client
}
