import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { ipv4 } from '#contract/values.ts'
import { isLoopback } from './loopback.ts'

/** `env` holds Node's own request and answer; they are missing where the gateway is called without a socket. */
export type Bindings = { Bindings: Partial<HttpBindings> }
export type Incoming = Context<Bindings>

/** Host and port as the browser addressed them. */
export const hostOf = (c: Incoming): string => c.req.header('host') ?? new URL(c.req.url).host

/** Whether the browser spoke https: TLS ends at a proxy in front of us, which says so. */
export const isHttps = (c: Incoming): boolean =>
  c.req.header('x-forwarded-proto')?.split(',')[0]?.trim() === 'https' || new URL(c.req.url).protocol === 'https:'

export const originOf = (c: Incoming): string => `${isHttps(c) ? 'https' : 'http'}://${hostOf(c)}`

/** Whether the browser addressed this machine by a name that no other machine can have. */
export const isAddressedLocally = (c: Incoming): boolean => isLoopback(hostOf(c).replace(/:\d+$/, ''))

/** Whether a proxy stands between the browser and us: then a local address says nothing about the browser. */
export const isProxied = (c: Incoming): boolean => ['x-forwarded-for', 'forwarded'].some((name) => c.req.header(name) !== undefined)

/** The address at the other end of the connection. Headers do not count: anybody can write them. */
export const addressOf = (c: Incoming): string => c.env?.incoming?.socket.remoteAddress ?? 'unknown'

/** The browser's own IPv4 address, without the IPv6 form in which servers write it; null where it is another, or a proxy's. */
export function ipv4AddressOf(c: Incoming): string | null {
  const address = addressOf(c).replace(/^::ffff:/, '')
  return !isProxied(c) && ipv4.safeParse(address).success ? address : null
}
