import { randomBytes } from 'node:crypto'
import type { Refusal } from '#http/refusal.ts'
import { equal } from '#db/equal.ts'
import type { Keys } from '../session/seal.ts'
import type { Query } from '../session/tables.ts'
import { createChallenge, takeChallenge } from '../workspace/challenges.ts'
import { hashOf } from '../workspace/secrets.ts'
import { sealFor, unsealFor } from './browser.ts'
import type { CompanyProvider, CompanyUser, Expected } from './provider.ts'

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
  /** Of the browser (browser.ts). */
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
  query
    .updateTable('challenge')
    .set({ data: sealFor(keys, browser, outcome) })
    .where(equal({ hash: ticketHash, data: '' }))
    .execute()

/** Null if there is none for this session and browser; `waiting` as long as the person has not come back, and it is kept. */
export async function takeConfirmation({ keys, query, browser, now }: Stores, ticket: string, sessionHash: string) {
  const waiting = query.selectFrom('challenge').where('hash', '=', hashOf(ticket)).where('data', '=', '').where('expires', '>', now)
  if (await waiting.select('hash').executeTakeFirst()) return 'waiting'
  return unsealFor(keys, browser, await takeChallenge(query, ticket, confirming(sessionHash), now)) as Outcome | null
}

const confirming = (sessionHash: string) => `company-confirm:${sessionHash}`
