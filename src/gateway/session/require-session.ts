import type { Logger } from 'pino'
import type { Upstream } from '../forward/upstream.ts'
import { noSession } from '../refusals.ts'
import type { RequestContext } from '../server/request-context.ts'
import { readCookie } from './cookie.ts'
import { requireMatchingAccount, type Identity } from './identity.ts'
import type { ActiveSession, Sessions } from './sessions.ts'

/** What the routes that act for a signed-in account share. */
export interface SessionRouteOptions {
  sessions: Sessions
  upstream: Upstream
  identity: Identity
  log: Logger
  /** Unix seconds. */
  now: () => number
  upstreamTimeoutMs?: number | undefined
}

/** The session of the request's cookie, which counts as used. Throws unless there is one and it belongs to the account that the page shows. */
export async function requireSession(
  c: RequestContext,
  { sessions, identity }: Pick<SessionRouteOptions, 'sessions' | 'identity'>,
): Promise<ActiveSession> {
  const session = await sessions.find(readCookie(c), true)
  if (!session) throw noSession()
  requireMatchingAccount(c, identity(session.account.id))
  return session
}
