import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { isHttps, type Incoming } from './incoming.ts'

// With the __Host- prefix a browser takes the cookie only over https and only for this very host; plain http on loopback cannot have it.
const nameFor = (c: Incoming) => (isHttps(c) ? '__Host-roomkeeper' : 'roomkeeper')

const attributes = (c: Incoming) => ({ path: '/', httpOnly: true, sameSite: 'Strict' as const, secure: isHttps(c) })

export const readCookie = (c: Incoming): string | undefined => getCookie(c, nameFor(c))

/** @param maxAge seconds; without it the cookie ends with the browser */
export function writeCookie(c: Incoming, id: string, maxAge?: number): void {
  setCookie(c, nameFor(c), id, { ...attributes(c), ...(maxAge === undefined ? {} : { maxAge }) })
}

export function dropCookie(c: Incoming): void {
  deleteCookie(c, nameFor(c), attributes(c))
}
