import { randomBytes } from 'node:crypto'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { MiddlewareHandler } from 'hono'
import { isHttps, type Bindings, type RequestContext } from './request-context.ts'

const emptyPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** A page's policy: nothing from elsewhere, no script but our files, style elements with this answer's nonce only, no markup from strings. */
export const pagePolicy = (nonce: string): string =>
  [
    emptyPolicy,
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ')

/** 128 random bits. */
export const createNonce = (): string => randomBytes(16).toString('base64')

/** What every answer carries, before anything is known about the request. */
export const staticHeaders = {
  'content-security-policy': emptyPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), hid=(), midi=(), browsing-topics=()',
}

const oneYearSeconds = 31_536_000

/** What every answer carries. */
export const securityHeaders = (c: RequestContext): Record<string, string> => ({
  ...staticHeaders,
  ...(isHttps(c) ? { 'strict-transport-security': `max-age=${oneYearSeconds}` } : {}),
})

/**
 * Puts the safety headers on every answer; one that an answer has set itself stays.
 * Here and below not by `c.header`: for an answer that is there already it makes a new one each time, and a stream of the body.
 */
export const addSecurityHeaders: MiddlewareHandler<Bindings> = async (c, next) => {
  await next()
  // A file has its headers, and what stands for it is one object for all.
  if (c.res === RESPONSE_ALREADY_SENT) return
  const { headers } = c.res
  for (const [name, value] of Object.entries(securityHeaders(c))) if (!headers.has(name)) headers.set(name, value)
}

export const noStore: MiddlewareHandler<Bindings> = async (c, next) => {
  await next()
  c.res.headers.set('cache-control', 'no-store')
}
