import type { Identity } from './sessions.ts'
import type { Logger } from 'pino'
import { createHash } from 'node:crypto'
import { identityHeader } from '#contract/session.ts'
import type { Upstream } from '../forward/upstream.ts'
import { accountChanged, accountNeeded, passkeyNeeded, sessionEnded } from '../refusals.ts'
import type { RequestContext } from '../server/request-context.ts'
import type { AuditLog } from '../audit/audit-log.ts'
import { readCookie } from './cookie.ts'
import type { ActiveSession, Sessions } from './sessions.ts'

/** What the routes that act for a signed-in account share. */
export interface SessionRouteOptions {
  sessions: Sessions
  upstream: Upstream
  identity: Identity
  log: Logger
  /** null: nothing is recorded, which only tests and benchmarks need. */
  audit: AuditLog | null
  /** Unix seconds. */
  now: () => number
}

/**
 * The session of the request's cookie, which counts as used. Throws unless there is one and it belongs to the account that the page shows.
 * @param options.mayLackPasskey also of a person who signed in with a recovery code and has registered no passkey yet
 */
export async function requireSession(
  c: RequestContext,
  { sessions, identity }: Pick<SessionRouteOptions, 'sessions' | 'identity'>,
  { mayLackPasskey = false } = {},
): Promise<ActiveSession> {
  const id = readCookie(c)
  const session = await sessions.find(id, true)
  if (!session) throw sessionEnded(await sessions.endedBecause(id))
  requireMatchingAccount(c, identity(session.account.id))
  if (session.member?.mustRegisterPasskey && !mayLackPasskey) throw passkeyNeeded()
  return session
}

/**
 * Returns a function from an account's id to its identity: the id, and a hash of the service it belongs to. Our own service is identified by the
 * installation; a remote one by its address and the installation in front of it. The page compares identities and need not read them.
 * @param address of a remote service; '' for our own
 */
export function createIdentity(installation: string, address: string): Identity {
  const service = createHash('sha256').update(`${installation} ${address}`).digest('base64url').slice(0, 22)
  return (accountId) => `${accountId}@${service}`
}

/**
 * Throws if the page shows a different account than the session's: all tabs of a browser share one cookie, so a tab may be older than the session.
 * A request without the header is refused too (a page of an earlier release), except a read that the user opens by typing its URL.
 */
export function requireMatchingAccount(c: RequestContext, identity: string): void {
  const shown = c.req.header(identityHeader)
  if (shown === identity || (shown === undefined && isNavigation(c))) return
  throw shown === undefined ? accountNeeded() : accountChanged()
}

const isNavigation = (c: RequestContext) => ['GET', 'HEAD'].includes(c.req.method) && c.req.header('sec-fetch-site') !== 'same-origin'
