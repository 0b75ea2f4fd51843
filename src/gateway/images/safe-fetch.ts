import { Resolver } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'

/** Reaches other hosts. The caller checks the addresses before it connects (public-address.ts); nothing here does. */
export interface Network {
  /** All addresses of a host name, possibly none. */
  resolve: (host: string, signal: AbortSignal) => Promise<string[]>
  /** A TLS connection for `host` to one of these addresses. The name is not resolved again, because the answer could differ (DNS rebinding). */
  connect: (host: string, addresses: string[]) => TLSSocket
}

export const internet: Network = {
  resolve: (host, signal) => resolve(host, signal, new Resolver({ timeout: 2000, tries: 2 })),
  connect: (host, addresses) => openTls(host, addresses),
}

/**
 * Queries the name servers, and neither the hosts file nor the search domains, which know internal names. Not the operating system's resolver: it
 * has few threads, and slow names in messages of strangers would block everything else that needs one.
 */
export async function resolve(host: string, signal: AbortSignal, resolver: Resolver): Promise<string[]> {
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  signal.removeEventListener('abort', cancel)
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
}

/** @param to a different port or certificate authority, for tests */
export function openTls(host: string, addresses: string[], to: { port?: number; ca?: string } = {}): TLSSocket {
  const resolved = addresses.map((address) => ({ address, family: isIP(address) }))
  // Node asks for all addresses if it may try them in turn, else for one.
  const lookup: LookupFunction = (_, { all }, done) => (all ? done(null, resolved) : done(null, resolved[0]!.address, resolved[0]!.family))
  // Explicit, because an environment variable can turn certificate checks off by default.
  return connect({ port: 443, ...to, host, servername: isIP(host) ? '' : host, lookup, rejectUnauthorized: true })
}
