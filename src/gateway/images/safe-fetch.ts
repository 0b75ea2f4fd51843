import { Resolver } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'

/** The way to hosts elsewhere. Which addresses may be reached is decided before (public-address.ts), and by nobody here. */
export interface Network {
  /** All addresses of a host name; none where it has none. Gives up when the signal says so. */
  resolve: (host: string, signal: AbortSignal) => Promise<string[]>
  /** A connection to one of these addresses, encrypted for `host`. The name is not looked up again: the answer could be another one. */
  connect: (host: string, addresses: string[]) => TLSSocket
}

export const internet: Network = {
  resolve: (host, signal) => resolve(host, signal, new Resolver({ timeout: 2000, tries: 2 })),
  connect: (host, addresses) => openTls(host, addresses),
}

/**
 * Asks the name servers and neither the hosts file nor the search domains, which know inner names. Not the system's own look-up: it has few
 * threads, and slow names that strangers write into messages would hold up all else that needs one.
 */
export async function resolve(host: string, signal: AbortSignal, resolver: Resolver): Promise<string[]> {
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  signal.removeEventListener('abort', cancel)
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
}

/** @param to another port or other certificates, for tests */
export function openTls(host: string, addresses: string[], to: { port?: number; ca?: string } = {}): TLSSocket {
  const resolved = addresses.map((address) => ({ address, family: isIP(address) }))
  // Node asks for all where it may try one after the other, else for one.
  const lookup: LookupFunction = (_, { all }, done) => (all ? done(null, resolved) : done(null, resolved[0]!.address, resolved[0]!.family))
  // Said out loud: the environment can turn the check of certificates off for all who do not.
  return connect({ port: 443, ...to, host, servername: isIP(host) ? '' : host, lookup, rejectUnauthorized: true })
}
