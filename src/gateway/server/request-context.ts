import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import { ipv4 } from '#contract/values.ts'
import { isLoopback } from './loopback.ts'
import { type IsProxy, clientAddressFrom } from './trusted-proxies.ts'

/** `env` has Node's own request and response; they are missing when the gateway is called without a socket. */
export type Bindings = { Bindings: Partial<HttpBindings>; Variables: { clientAddress: string } }
export type RequestContext = Context<Bindings>

/** The host and port that the browser requested. */
export const hostOf = (c: RequestContext): string => c.req.header('host') ?? new URL(c.req.url).host

/**
 * Whether the browser used https. TLS ends at a proxy in front of us, which sets this header. It is accepted from anybody: a page cannot make a
 * browser send it, and a client that sets it itself receives a cookie that plain http does not send back.
 */
export const isHttps = (c: RequestContext): boolean =>
  c.req.header('x-forwarded-proto')?.split(',')[0]?.trim() === 'https' || new URL(c.req.url).protocol === 'https:'

export const originOf = (c: RequestContext): string => `${isHttps(c) ? 'https' : 'http'}://${hostOf(c)}`

/** Whether the page was opened at a different origin than this request was sent to. Browsers send Origin with every write. */
export function hasOtherOrigin(c: RequestContext): boolean {
  const origin = c.req.header('origin')
  const own = originOf(c)
  // A proxy may include the default port, which browsers omit.
  return origin !== undefined && origin !== own && !(URL.canParse(own) && origin === new URL(own).origin)
}

/** Headers that proxies and tunnels add and browsers do not. */
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
 * Whether a proxy is between the browser and us: then a local address says nothing about the browser. A proxy that adds no header can be recognized
 * by HTTP 1.0, nginx's default, or by a Host header of its own, which the browser's Origin contradicts.
 */
export const isProxied = (c: RequestContext): boolean =>
  proxyHeaders.some((name) => c.req.header(name) !== undefined) ||
  c.env?.incoming?.httpVersion === '1.0' ||
  (c.req.header('sec-fetch-site') === 'same-origin' && hasOtherOrigin(c))

/** Whether the browser requested a host name that can only mean this machine, and nothing indicates a proxy. */
export const isLocal = (c: RequestContext): boolean => isLoopback(hostOf(c).replace(/:\d+$/, '')) && !isProxied(c) && !hasOtherOrigin(c)

/** Whether a trusted proxy has named the client's address. */
const isTrustedProxy = (c: RequestContext): boolean => clientAddress(c) !== peerOf(c)

/** The address at the other end of the connection. */
export const peerOf = (c: RequestContext): string => c.env?.incoming?.socket.remoteAddress ?? 'unknown'

/** Determines the client's address before anything else handles the request. */
export const resolveClientAddress =
  (isProxy: IsProxy): MiddlewareHandler<Bindings> =>
  (c, next) => {
    c.set('clientAddress', clientAddressFrom(peerOf(c), c.req.header('x-forwarded-for'), isProxy))
    return next()
  }

/** The client's address for limits and logs: that of the connection, or that of the browser behind trusted proxies. */
export const clientAddress = (c: RequestContext): string => c.get('clientAddress')

/** The browser's own IPv4 address, without the IPv4-mapped IPv6 prefix; null if it is IPv6 or a proxy's address. */
export function ipv4AddressOf(c: RequestContext): string | null {
  const address = clientAddress(c).replace(/^::ffff:/, '')
  return (!isProxied(c) || isTrustedProxy(c)) && ipv4.safeParse(address).success ? address : null
}

/**
 * Detects a proxy in front of this process by the first request that reveals one. From then on a request that reveals none proves nothing: a
 * stranger can omit what a browser would have sent. A proxy that is not trusted is logged once as a warning.
 */
export function detectProxies(isListed: IsProxy, log: Logger): { watch: MiddlewareHandler<Bindings>; wasSeen: () => boolean } {
  let wasSeen = false
  let hasWarned = false
  const watch: MiddlewareHandler<Bindings> = (c, next) => {
    if (!hasWarned && isProxied(c)) {
      wasSeen = true
      hasWarned = !isListed(peerOf(c))
      if (hasWarned)
        log.warn(
          { event: 'unlisted-proxy', address: peerOf(c) },
          'requests arrive through a proxy that TRUSTED_PROXIES does not list: everyone behind it shares one limit for sign-ins (docs/operations.md)',
        )
    }
    return next()
  }
  return { watch, wasSeen: () => wasSeen }
}
