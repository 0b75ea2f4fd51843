import { Resolver } from 'node:dns/promises'
import { type IncomingMessage, type RequestOptions, request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { BlockList, type LookupFunction, isIP } from 'node:net'
import { type TLSSocket, connect } from 'node:tls'
import { Refusal } from '#http/refusal.ts'

/** Requests to addresses that people entered, or that are in messages: to hosts on the public internet alone (protection against SSRF). */

/** Reaches other hosts. The caller checks the addresses before it connects (isPublic); nothing here does. */
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

/** Why there was no answer. */
export class Unreached extends Error {
  override name = 'Unreached'
  readonly reason: 'not-public' | 'not-found' | 'timeout' | 'certificate'
  constructor(reason: Unreached['reason']) {
    super(reason)
    this.reason = reason
  }
}

const hostIn = (url: URL) => url.hostname.replace(/^\[(.*)\]$/, '$1')

/** The addresses of the host of a URL. A host with even one non-public address is refused with Unreached: it is not what it seems. */
export async function publicAddresses(url: URL, network: Network, signal: AbortSignal): Promise<string[]> {
  const host = hostIn(url)
  // URL has normalized every notation of an IPv4 address (octal, a single number, fewer parts).
  const addresses = isIP(host) ? [host] : await network.resolve(host, signal)
  signal.throwIfAborted()
  if (addresses.length === 0) throw new Unreached('not-found')
  if (!addresses.every(isPublic)) throw new Unreached('not-public')
  return addresses
}

interface Sending {
  network: Network
  /** For everything, including the DNS lookup. */
  timeoutMs: number
  method?: 'GET' | 'POST'
  headers: Record<string, string | number>
  body?: string
  /** Whether the operator allows the host, wherever it is, with or without TLS. */
  isAllowed?: boolean
}

/**
 * Sends one request, never retried, which reveals nothing but the address of this server. Redirects are not followed. Rejects with Unreached, with the
 * error of the connection, or with that of `read`.
 * @param url https, at the default port, unless the host is allowed
 */
export async function sendSafely<T>(
  url: URL,
  { network, timeoutMs, method = 'GET', headers, body, isAllowed = false }: Sending,
  read: (response: IncomingMessage) => Promise<T>,
): Promise<T> {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), timeoutMs)
  const options: RequestOptions = {
    method,
    headers: { ...headers, 'accept-encoding': 'identity', 'user-agent': 'Roomkeeper' },
    signal: abort.signal,
  }
  let socket: TLSSocket | undefined
  try {
    if (!isAllowed) {
      const opened = network.connect(hostIn(url), await publicAddresses(url, network, abort.signal))
      socket = opened
      // Without the port, the Host header would name it, because the connection is custom.
      Object.assign(options, { createConnection: () => opened, defaultPort: 443 })
    }
    return await read(await ask(url, options, body))
  } catch (error) {
    if (error instanceof Unreached || error instanceof Refusal) throw error
    if (abort.signal.aborted) throw new Unreached('timeout')
    throw socket?.authorizationError ? new Unreached('certificate') : error
  } finally {
    clearTimeout(timer)
    abort.abort()
    socket?.destroy()
  }
}

function ask(url: URL, options: RequestOptions, body: string | undefined): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    request(url, options)
      .on('response', resolve)
      .on('error', reject)
      // Some responses, such as a protocol upgrade, emit neither event.
      .on('close', () => reject(new Error('The connection was closed without an answer')))
      .end(body)
  })
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

/** IANA's special-purpose registry for IPv4, and a few more addresses that are not on the public internet. */
const special4 = [
  '0.0.0.0/8', // this network, unspecified
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // internal services of a large cloud, at an address that looks public
  '169.254.0.0/16', // link-local, including the metadata services of most clouds
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarking
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
]

/** The only IPv6 block that public addresses are assigned from. Mapped, NAT64, unique-local, link-local and multicast addresses are outside it. */
const unicast6 = ['2000::/3']

/** IANA's special-purpose registry within that block. */
const special6 = [
  '2001::/23', // protocol assignments: Teredo, benchmarking, ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4, which embeds an IPv4 address
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
]

function matcherOf(family: 'ipv4' | 'ipv6', blocks: string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const block of blocks) {
    const [network = '', prefix] = block.split('/')
    list.addSubnet(network, Number(prefix), family)
  }
  return (address) => list.check(address, family)
}

const isSpecial4 = matcherOf('ipv4', special4)
const isUnicast6 = matcherOf('ipv6', unicast6)
const isSpecial6 = matcherOf('ipv6', special6)

/** Whether an address, without brackets, can only belong to a host on the public internet; false if it is not an address. */
export function isPublic(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !isSpecial4(address)
  return family === 6 && isUnicast6(address) && !isSpecial6(address)
}
