import { randomBytes } from 'node:crypto'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { MiddlewareHandler } from 'hono'
import { isHttps, type Bindings, type RequestContext } from './request-context.ts'

const emptyPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The policy of a page: nothing from other hosts, scripts from our files only, style elements with this response's nonce only, Trusted Types. */
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

/** The headers of every response that do not depend on the request. */
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

/** The headers of every response. */
export const securityHeaders = (c: RequestContext): Record<string, string> => ({
  ...staticHeaders,
  ...(isHttps(c) ? { 'strict-transport-security': `max-age=${oneYearSeconds}` } : {}),
})

/**
 * Adds the security headers to every response, unless the response has set them itself.
 * Here and below without `c.header`, which would copy a finished response and turn its body into a stream.
 */
export const addSecurityHeaders: MiddlewareHandler<Bindings> = async (c, next) => {
  await next()
  // A static file already has its headers, and this marker object is shared by all of them.
  if (c.res === RESPONSE_ALREADY_SENT) return
  const { headers } = c.res
  for (const [name, value] of Object.entries(securityHeaders(c))) if (!headers.has(name)) headers.set(name, value)
}

export const noStore: MiddlewareHandler<Bindings> = async (c, next) => {
  await next()
  c.res.headers.set('cache-control', 'no-store')
}
