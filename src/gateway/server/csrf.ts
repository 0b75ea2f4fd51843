import type { MiddlewareHandler } from 'hono'
import { pageHeader } from '#contract/session.ts'
import { mediaType } from '#http/body.ts'
import { forged, otherOrigin } from '../refusals.ts'
import { hasOtherOrigin, originOf, type Bindings, type RequestContext } from './request-context.ts'

/**
 * CSRF protection: admits only requests of our own page. Another site can make a browser send our cookie (from another port of this host even with
 * SameSite=Strict), but it can neither add our header without CORS, which is off, nor choose Sec-Fetch-Site and Origin.
 */
export const requireOwnPage: MiddlewareHandler<Bindings> = async (c, next) => {
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
  if (!(isRead ? mayRead(c) : mayWrite(c))) throw forged()
  if (hasOtherOrigin(c)) throw otherOrigin(originOf(c))
  await next()
}

function mayRead(c: RequestContext): boolean {
  const site = c.req.header('sec-fetch-site')
  return site === undefined || site === 'same-origin' || site === 'none'
}

function mayWrite(c: RequestContext): boolean {
  const site = c.req.header('sec-fetch-site')
  return (
    c.req.header(pageHeader.name) === pageHeader.value &&
    mediaType(c.req.header('content-type')) === 'application/json' &&
    (site === 'same-origin' || (site === undefined && c.req.header('origin') !== undefined))
  )
}
