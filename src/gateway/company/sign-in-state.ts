import { randomBytes } from 'node:crypto'
import { getCookie, setCookie } from 'hono/cookie'
import type { Refusal } from '#http/refusal.ts'
import { rowsWith, update } from '#db/rows.ts'
import type { Keys } from '../session/seal.ts'
import type { Query } from '../database/database.ts'
import { createChallenge, hashOf, takeChallenge } from '../access/secrets.ts'
import type { CompanyProvider, CompanyUser, Expected } from './provider.ts'
import { type RequestContext, isHttps } from '../server/request-context.ts'

/**
 * What is stored of a sign-in while the person is at the provider, and when they have come back. Each is used once, within five minutes. It is sealed
 * here and nowhere else, so its type is known.
 */

/** Where a sign-in goes on. */
interface Purpose {
  keep: boolean
  /** Only people of this account. */
  account?: number | undefined
  /** The path to go on to. */
  next: string
  /** It confirms this for a session instead, whose page asks for the outcome with a ticket, of which this is the hash. */
  confirms?: { scopes: readonly string[]; ticketHash: string }
}

type Begun = Purpose & Omit<Expected, 'state'>

/** What came of it. */
export type Outcome =
  | { user: CompanyUser; keep: boolean; account?: number | undefined; scopes?: readonly string[] | undefined }
  | { refused: { code: Refusal['code']; message: string } }

interface Stores {
  keys: Keys
  query: Query
  /** Of the browser (browserOf). */
  browser: string
  /** Unix seconds. */
  now: number
}

/** Begins a sign-in and resolves to the address at the provider. */
export async function beginSignIn(provider: CompanyProvider, { keys, query, browser, now }: Stores, purpose: Purpose): Promise<string> {
  const secret = () => randomBytes(32).toString('base64url')
  const begun: Begun = { ...purpose, nonce: secret(), verifier: secret(), freshSince: purpose.confirms === undefined ? null : now }
  const state = await createChallenge(query, 'company', sealFor(keys, browser, begun), now)
  return provider.signInAddress({ ...begun, state })
}

/** Uses up the state with which the provider sends a browser back; null if this browser began nothing with it. */
export const takeBegun = async ({ keys, query, browser, now }: Stores, state: string): Promise<Begun | null> =>
  unsealFor(keys, browser, await takeChallenge(query, state, 'company', now)) as Begun | null

/** Keeps an outcome until the page asks for it. Resolves to the ticket. */
export const keepOutcome = ({ keys, query, browser, now }: Stores, outcome: Outcome): Promise<string> =>
  createChallenge(query, 'company-outcome', sealFor(keys, browser, outcome), now)

export const takeOutcome = async ({ keys, query, browser, now }: Stores, ticket: string): Promise<Outcome | null> =>
  unsealFor(keys, browser, await takeChallenge(query, ticket, 'company-outcome', now)) as Outcome | null

/** The ticket under which a session will find what came of its confirmation. */
export const createConfirmation = ({ query, now }: Stores, sessionHash: string): Promise<string> =>
  createChallenge(query, confirming(sessionHash), '', now)

export const completeConfirmation = ({ keys, query, browser }: Stores, ticketHash: string, outcome: Outcome) =>
  update(query, 'challenge', { hash: ticketHash, data: '' }, { data: sealFor(keys, browser, outcome) })

/** Null if there is none for this session and browser; `waiting` as long as the person has not come back, and it is kept. */
export async function takeConfirmation({ keys, query, browser, now }: Stores, ticket: string, sessionHash: string) {
  const waiting = rowsWith(query, 'challenge', { hash: hashOf(ticket), data: '' }).where('expires', '>', now)
  if (await waiting.select('hash').executeTakeFirst()) return 'waiting'
  return unsealFor(keys, browser, await takeChallenge(query, ticket, confirming(sessionHash), now)) as Outcome | null
}

const confirming = (sessionHash: string) => `company-confirm:${sessionHash}`

const cookieName = (c: RequestContext) => (isHttps(c) ? '__Host-roomkeeper-company' : 'roomkeeper-company')
const lifetimeSeconds = 10 * 60

/**
 * The browser that began a sign-in; '' where it has begun none. Its cookie is SameSite=Lax, so that it comes back with the navigation from the provider,
 * unlike that of the session. What a sign-in needs later is sealed for it: nobody else can finish what one browser began, nor make a browser finish what
 * somebody else began.
 */
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

const sealFor = (keys: Keys, browser: string, value: object): string => keys.seal('sign-in-state', hashOf(browser), JSON.stringify(value))

/** Null if it was sealed for another browser. */
function unsealFor(keys: Keys, browser: string, sealed: string | null): unknown {
  const text = sealed === null ? null : keys.unseal('sign-in-state', hashOf(browser), sealed)
  return text === null ? null : JSON.parse(text)
}
