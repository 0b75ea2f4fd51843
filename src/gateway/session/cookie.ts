import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { isHttps, type RequestContext } from '../server/request-context.ts'

// Browsers accept a cookie with the __Host- prefix only over https and for this exact host, so plain http on loopback cannot use it.
const cookieName = (c: RequestContext) => (isHttps(c) ? '__Host-roomkeeper' : 'roomkeeper')

const attributes = (c: RequestContext) => ({ path: '/', httpOnly: true, sameSite: 'Strict' as const, secure: isHttps(c) })

export const readCookie = (c: RequestContext): string | undefined => getCookie(c, cookieName(c))

/** @param maxAge seconds; without it the cookie ends with the browser */
export function writeCookie(c: RequestContext, id: string, maxAge?: number): void {
  setCookie(c, cookieName(c), id, { ...attributes(c), ...(maxAge === undefined ? {} : { maxAge }) })
}

export function clearCookie(c: RequestContext): void {
  deleteCookie(c, cookieName(c), attributes(c))
}
