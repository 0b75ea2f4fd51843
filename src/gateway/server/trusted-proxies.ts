import { BlockList, isIP, isIPv6 } from 'node:net'

/** Whether an address is that of a proxy whose word counts. */
export type IsProxy = (address: string) => boolean

/**
 * @param ranges addresses and CIDR ranges of either version. Throws with a sentence for the operator where one is something else, or everybody.
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
 * Who asks, by the address at the other end of the connection and by what proxies that we know wrote into X-Forwarded-For: each adds the address
 * that connected to it at the end, so the list is believed from there up to the first address that is none of theirs. What stands before it is
 * anybody's. A proxy that wrote something else than an address stays the one who asks.
 */
export function clientAddressFrom(peer: string, forwardedFor: string | undefined, isProxy: IsProxy): string {
  let asker = peer
  for (const hop of (forwardedFor ?? '').split(',').toReversed()) {
    const address = hop.trim()
    if (!isProxy(asker) || isIP(address) === 0) break
    asker = address
  }
  return asker
}
