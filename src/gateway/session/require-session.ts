import type { Logger } from 'pino'
import type { Upstream } from '../forward/upstream.ts'
import { passkeyNeeded, sessionEnded } from '../refusals.ts'
import type { RequestContext } from '../server/request-context.ts'
import type { AuditLog } from '../workspace/audit/audit-log.ts'
import { readCookie } from './cookie.ts'
import { requireMatchingAccount, type Identity } from './identity.ts'
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
