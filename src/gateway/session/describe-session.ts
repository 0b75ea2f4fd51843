import type { Session } from '#contract/session.ts'
import { ipv4AddressOf, isLocal, originOf, type RequestContext } from '../server/request-context.ts'
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

interface Options extends Pick<SessionRouteOptions, 'upstream' | 'identity'> {
  demo: Demo | null
  /** Whether any request so far came through a proxy. */
  isBehindProxy: () => boolean
}

export interface SessionDescriber {
  /** What the page may know of a session; null if nobody is signed in. */
  describeSession: (c: RequestContext, session: ActiveSession | null) => Session
  /** The demo, if this request may open it. */
  demoFor: (c: RequestContext) => Demo | null
}

export function sessionDescriber({ upstream, identity, isBehindProxy, ...options }: Options): SessionDescriber {
  const demoFor = (c: RequestContext) => (options.demo?.isPublic || (isLocal(c) && !isBehindProxy()) ? options.demo : null)

  function describeSession(c: RequestContext, session: ActiveSession | null): Session {
    const demo = demoFor(c)
    const common = {
      service: { kind: upstream.kind, address: upstream.kind === 'remote' ? upstream.address : `${originOf(c)}/api` },
      demo: demo && { accountId: demo.accountId, rooms: demo.rooms, messages: demo.messages },
    }
    if (!session) return { ...common, signedIn: false }
    const { account, idleEnd, end, tokenEnd, freshUntil } = session
    const browserAddress = ipv4AddressOf(c)
    return {
      ...common,
      signedIn: true,
      account,
      identity: identity(account.id),
      idleEnd,
      end,
      tokenEnd,
      freshUntil,
      ...(browserAddress !== null && { browserAddress }),
    }
  }

  return { describeSession, demoFor }
}
