import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { isHttps, type RequestContext } from '../server/request-context.ts'

// With the __Host- prefix a browser takes the cookie only over https and only for this very host; plain http on loopback cannot have it.
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
