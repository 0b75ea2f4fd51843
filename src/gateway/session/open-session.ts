import { networkOf } from '../server/attempt-limiter.ts'
import { clientAddress, type RequestContext } from '../server/request-context.ts'
import { auditSignIn } from '../audit/record-done.ts'
import { readCookie, writeSessionCookie } from './cookie.ts'
import type { SessionRouteOptions } from './require-session.ts'
import { sessionHash, type ActiveSession, type Sessions } from './sessions.ts'

/** Some user agents send kilobytes; what follows the first names tells no browser apart. */
const maxAgentLength = 300

type Draft = Omit<Parameters<Sessions['start']>[0], 'address' | 'agent'>

/** Starts a session for the browser that asks: writes its cookie, and ends the session that the browser had before. */
export async function openSession(
  c: RequestContext,
  { sessions, log, now, audit }: Pick<SessionRouteOptions, 'sessions' | 'log' | 'now' | 'audit'>,
  draft: Draft,
): Promise<ActiveSession> {
  const agent = c.req.header('user-agent')?.slice(0, maxAgentLength) ?? ''
  const { id, session } = await sessions.start({ ...draft, address: clientAddress(c), agent })
  // A sign-in that cannot be recorded does not happen.
  if (audit)
    await auditSignIn(audit, c, session, draft.method).catch((error: unknown) =>
      sessions.end(session.hash).finally(() => Promise.reject(error)),
    )
  // Session fixation: a session from before the sign-in must end, because somebody else may have planted its id.
  const previous = readCookie(c)
  if (previous) await sessions.end(sessionHash(previous))
  writeSessionCookie(c, id, session, now())
  const { account, keep, method: how } = draft
  const person = draft.personId === undefined ? {} : { person: draft.personId }
  log.info({ event: 'sign-in', how, account: account.id, ...person, address: clientAddress(c), keep }, 'signed in')
  return session
}

/** The key under which attempts to sign in count. */
export const networkOfClient = (c: RequestContext): string => networkOf(clientAddress(c))
