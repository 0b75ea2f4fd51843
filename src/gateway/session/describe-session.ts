import type { ProviderNames } from '#contract/provider-names.ts'
import type { Session } from '#contract/session.ts'
import { allows } from '#contract/gateway/grant.ts'
import { ipv4AddressOf, isLocal, originOf, type RequestContext } from '../server/request-context.ts'
import { hasJobsFor } from '../jobs/shown-jobs.ts'
import { hasAnyTeam, teamOf } from '../access/team-of-session.ts'
import type { Query } from '../database/database.ts'
import { readCookie } from './cookie.ts'
import type { SessionRouteOptions } from './require-session.ts'
import type { ActiveSession } from './sessions.ts'

/** The demo account of our own service. */
export interface Demo {
  accountId: number
  rooms: number
  messages: number
  /** Offered to everybody who can reach the server, not only on this machine. */
  isPublic: boolean
  /** Creates a token of the account. @param expires Unix seconds */
  makeToken: (expires: number) => Promise<string>
}

interface Options extends Pick<SessionRouteOptions, 'upstream' | 'identity' | 'sessions'> {
  demo: Demo | null
  /** Whether any request so far came through a proxy. */
  isBehindProxy: () => boolean
  query: Query
  /** The address at which passkeys work. */
  origin: string
  /** What the provider calls its networks and the service, as the operator wrote it into catalogue.json. */
  names: ProviderNames | undefined
  /** Whether company sign-in is set up. */
  hasCompany: boolean
}

export type SessionDescriber = ReturnType<typeof sessionDescriber>

export function sessionDescriber({ demo: offered, isBehindProxy, query, hasCompany, ...options }: Options) {
  const { upstream, identity, sessions, origin, names } = options

  /** The demo, if this request may open it. */
  const demoFor = (c: RequestContext): Demo | null => (offered?.isPublic || (isLocal(c) && !isBehindProxy()) ? offered : null)

  /** What the page may know of a session; null if nobody is signed in. */
  async function describeSession(c: RequestContext, session: ActiveSession | null): Promise<Session> {
    const demo = demoFor(c)
    const hasTeam = session ? session.team !== null : await hasAnyTeam(query)
    const common = {
      service: {
        kind: upstream.kind,
        address: upstream.kind === 'remote' ? upstream.address : `${originOf(c)}/api`,
        ...(names && { names }),
      },
      demo: demo && { accountId: demo.accountId, rooms: demo.rooms, messages: demo.messages },
      signIn: { passkey: hasTeam, company: hasCompany && hasTeam, origin },
    }
    if (!session) {
      const ended = await sessions.endedBecause(readCookie(c))
      return { ...common, signedIn: false, ...(ended && { ended }) }
    }
    const { account, idleEnd, end, tokenEnd, freshUntil } = session
    const browserAddress = ipv4AddressOf(c)
    const [team, hasJobs] = [await teamOf(query, session), await hasJobsFor(query, session)]
    return {
      ...common,
      signedIn: true,
      account: allows(session.member, 'account.read') ? account : { ...account, email: '' },
      identity: identity(account.id),
      idleEnd,
      end,
      tokenEnd,
      freshUntil,
      ...(browserAddress !== null && { browserAddress }),
      ...(hasJobs && { hasJobs }),
      ...(team && { team }),
    }
  }

  return { describeSession, demoFor }
}

/** How long the token of the demo's standing access lasts. */
export const demoSeconds = 365 * 24 * 60 * 60

/** The token of a session, for use after it has ended. In the demo, whose tokens end with their session, one that lasts a year. */
export async function lastingToken(
  { demoFor, now }: Pick<SessionDescriber, 'demoFor'> & { now: () => number },
  c: RequestContext,
  { account, token }: ActiveSession,
): Promise<string> {
  const demo = demoFor(c)
  return demo?.accountId === account.id ? demo.makeToken(now() + demoSeconds) : token
}
