import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { isHttps, type RequestContext } from '../server/request-context.ts'
import type { ActiveSession } from './sessions.ts'

// Browsers accept a cookie with the __Host- prefix only over https and for this exact host, so plain http on loopback cannot use it.
const cookieName = (c: RequestContext) => (isHttps(c) ? '__Host-roomkeeper' : 'roomkeeper')

const attributes = (c: RequestContext) => ({ path: '/', httpOnly: true, sameSite: 'Strict' as const, secure: isHttps(c) })

export const readCookie = (c: RequestContext): string | undefined => getCookie(c, cookieName(c))

/** @param maxAge seconds; without it the cookie ends with the browser */
function writeCookie(c: RequestContext, id: string, maxAge?: number): void {
  setCookie(c, cookieName(c), id, { ...attributes(c), ...(maxAge === undefined ? {} : { maxAge }) })
}

/** The cookie of a session that has begun, or that got a new id. @param now Unix seconds */
export const writeSessionCookie = (c: RequestContext, id: string, { keep, end }: Pick<ActiveSession, 'keep' | 'end'>, now: number): void =>
  writeCookie(c, id, keep ? end - now : undefined)

export function clearCookie(c: RequestContext): void {
  deleteCookie(c, cookieName(c), attributes(c))
}
