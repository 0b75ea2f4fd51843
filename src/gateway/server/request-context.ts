import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import { ipv4 } from '#contract/values.ts'
import { isLoopback } from './loopback.ts'
import { clientAddressFrom, type IsProxy } from './trusted-proxies.ts'

/** `env` holds Node's own request and answer; they are missing where the gateway is called without a socket. */
export type Bindings = { Bindings: Partial<HttpBindings>; Variables: { asker: string } }
export type RequestContext = Context<Bindings>

/** Host and port as the browser addressed them. */
export const hostOf = (c: RequestContext): string => c.req.header('host') ?? new URL(c.req.url).host

/**
 * Whether the browser spoke https: TLS ends at a proxy in front of us, which says so. Anybody's word counts here: a page cannot make a browser write
 * this header, and who writes it himself gets a cookie that his own plain http does not send back.
 */
export const isHttps = (c: RequestContext): boolean =>
  c.req.header('x-forwarded-proto')?.split(',')[0]?.trim() === 'https' || new URL(c.req.url).protocol === 'https:'

export const originOf = (c: RequestContext): string => `${isHttps(c) ? 'https' : 'http'}://${hostOf(c)}`

/** Whether the page that sends this was opened at another address than the one asked here: browsers say where with every change. */
export function hasOtherOrigin(c: RequestContext): boolean {
  const origin = c.req.header('origin')
  const own = originOf(c)
  // A proxy may name the usual port, which browsers leave out.
  return origin !== undefined && origin !== own && !(URL.canParse(own) && origin === new URL(own).origin)
}

/** What proxies and tunnels write, and browsers by themselves do not. */
const proxyHeaders = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-forwarded-server',
  'x-real-ip',
  'cf-connecting-ip',
  'true-client-ip',
]

/**
 * Whether a proxy stands between the browser and us: then a local address says nothing about the browser. A proxy that adds no header shows as well
 * where it asks by HTTP 1.0, as nginx does unless told otherwise, or names itself as the host, which the browser then contradicts.
 */
export const isProxied = (c: RequestContext): boolean =>
  proxyHeaders.some((name) => c.req.header(name) !== undefined) ||
  c.env?.incoming?.httpVersion === '1.0' ||
  (c.req.header('sec-fetch-site') === 'same-origin' && hasOtherOrigin(c))

/** Whether the browser addressed this machine by a name that no other machine can have, and nothing shows that a proxy did so in its place. */
export const isLocal = (c: RequestContext): boolean => isLoopback(hostOf(c).replace(/:\d+$/, '')) && !isProxied(c) && !hasOtherOrigin(c)

/** Whether the proxy in between is one that we know, and said who asks. */
const isTrustedProxy = (c: RequestContext): boolean => clientAddress(c) !== peerOf(c)

/** The address at the other end of the connection. */
export const peerOf = (c: RequestContext): string => c.env?.incoming?.socket.remoteAddress ?? 'unknown'

/** Finds out who asks, before anything else looks at the request. */
export const resolveClientAddress =
  (isProxy: IsProxy): MiddlewareHandler<Bindings> =>
  (c, next) => {
    c.set('asker', clientAddressFrom(peerOf(c), c.req.header('x-forwarded-for'), isProxy))
    return next()
  }

/** The address that asks, for limits and logs: of the connection, or of the browser behind proxies that the operator listed. */
export const clientAddress = (c: RequestContext): string => c.get('asker')

/** The browser's own IPv4 address, without the IPv6 form in which servers write it; null where it is another, or a proxy's. */
export function ipv4AddressOf(c: RequestContext): string | null {
  const address = clientAddress(c).replace(/^::ffff:/, '')
  return (!isProxied(c) || isTrustedProxy(c)) && ipv4.safeParse(address).success ? address : null
}
