import { randomBytes } from 'node:crypto'
import { getCookie, setCookie } from 'hono/cookie'
import { isHttps, type RequestContext } from '../server/request-context.ts'
import type { Keys } from '../session/seal.ts'
import { hashOf } from '../workspace/secrets.ts'

/**
 * Which browser began a sign-in. Its cookie is SameSite=Lax, so that it comes back with the navigation from the provider, unlike that of the session.
 * What a sign-in needs later is sealed for it: nobody else can finish what one browser began, nor make a browser finish what somebody else began.
 */

const cookieName = (c: RequestContext) => (isHttps(c) ? '__Host-roomkeeper-company' : 'roomkeeper-company')
const lifetimeSeconds = 10 * 60

/** '' where it has begun nothing. */
export function browserOf(c: RequestContext): string {
  const value = getCookie(c, cookieName(c)) ?? ''
  return /^[\w-]{43}$/.test(value) ? value : ''
}

/** The same for every sign-in that the browser begins meanwhile, so that they may end in any order. */
export function markBrowser(c: RequestContext): string {
  const browser = browserOf(c) || randomBytes(32).toString('base64url')
  setCookie(c, cookieName(c), browser, { path: '/', httpOnly: true, sameSite: 'Lax', secure: isHttps(c), maxAge: lifetimeSeconds })
  return browser
}

export const sealFor = (keys: Keys, browser: string, value: object): string =>
  keys.seal('sign-in-state', hashOf(browser), JSON.stringify(value))

/** Null if it was sealed for another browser. */
export function unsealFor(keys: Keys, browser: string, sealed: string | null): unknown {
  const text = sealed === null ? null : keys.unseal('sign-in-state', hashOf(browser), sealed)
  return text === null ? null : JSON.parse(text)
}
