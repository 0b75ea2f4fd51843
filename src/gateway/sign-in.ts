import { Hono } from 'hono'
import type { Logger } from 'pino'
import { SignInDraft, type Session } from '#contract/session.ts'
import { Refusal } from '#http/refusal.ts'
import { networkOf, type Attempts } from './attempts.ts'
import { bodyOf, checkedToken } from './body.ts'
import { confirmRoutes } from './confirm.ts'
import { dropCookie, readCookie, writeCookie } from './cookie.ts'
import { requireShownAccount, type Identity } from './identity.ts'
import { addressOf, ipv4AddressOf, isHttps, isLocal, originOf, type Bindings, type Incoming } from './incoming.ts'
import { insecureTransport, noDemo, otherAccount, tokenEnded, tooManySignIns } from './refusals.ts'
import { plainLife, sessionHash, tokenEnd, type LiveSession, type Sessions } from './sessions.ts'
import { accountOf } from './upstream-account.ts'
import type { Upstream } from './upstream.ts'

/** The demo account of our own service. */
export interface Demo {
  accountId: number
  rooms: number
  messages: number
  /** Offered to everybody who reaches the server, not only to who sits at this machine. */
  isPublic: boolean
  /** A fresh token of the account. @param expires Unix seconds */
  makeToken: (expires: number) => Promise<string>
}

export interface SignInParts {
  sessions: Sessions
  upstream: Upstream
  /** Names an account, see `identity` of the session. */
  identity: Identity
  demo: Demo | null
  /** Whether a proxy was seen in front of this process, ever. */
  isBehindProxy: () => boolean
  /** Of signing in, by the network of who asks. */
  attempts: Attempts
  /** Of entering the token again, by session: so nobody else can use them up. */
  confirmations: Attempts
  log: Logger
  /** Unix seconds. */
  now: () => number
  /** Milliseconds. */
  upstreamTimeLimit?: number | undefined
}

/** The routes under `/bff/session`: sign in, sign in to the demo, who am I, sign out, enter the token again. */
export function signInRoutes(parts: SignInParts): Hono<Bindings> {
  const { sessions, upstream, identity, attempts, confirmations, log, now } = parts
  const offersDemo = (c: Incoming) => (parts.demo?.isPublic || (isLocal(c) && !parts.isBehindProxy()) ? parts.demo : null)

  function describe(c: Incoming, session: LiveSession | null): Session {
    const demo = offersDemo(c)
    const here = {
      service: { kind: upstream.kind, address: upstream.kind === 'remote' ? upstream.address : `${originOf(c)}/api` },
      demo: demo && { accountId: demo.accountId, rooms: demo.rooms, messages: demo.messages },
    }
    if (!session) return { ...here, signedIn: false }
    const { account, idleEnd, end, tokenEnd, freshUntil } = session
    const browserAddress = ipv4AddressOf(c)
    return {
      ...here,
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

  async function signIn(c: Incoming, draft: { token: string; keep: boolean; account?: number | undefined }, how: 'token' | 'demo') {
    const { id: accountId, name, email } = await accountOf(parts, draft.token)
    const account = { id: accountId, name, email }
    if (draft.account !== undefined && draft.account !== account.id) throw otherAccount()
    const ends = tokenEnd(draft.token)
    if (ends !== null && ends <= now()) throw tokenEnded()
    const { id, session } = await sessions.start({ token: draft.token, account, keep: draft.keep, renewed: draft.account !== undefined })
    // A session from before the sign-in must not live on: somebody else may have planted its id.
    const before = readCookie(c)
    if (before) await sessions.end(sessionHash(before))
    writeCookie(c, id, draft.keep ? session.end - now() : undefined)
    log.info({ event: 'sign-in', how, account: account.id, address: addressOf(c), keep: draft.keep }, 'signed in')
    return c.json(describe(c, session))
  }

  async function limited<T>(c: Incoming, limit: Attempts, key: string, work: () => Promise<T>): Promise<T> {
    if (!isHttps(c) && !isLocal(c)) throw insecureTransport()
    const wait = limit.begin(key)
    if (wait > 0) throw tooManySignIns(wait)
    try {
      return await work()
    } catch (error) {
      if (error instanceof Refusal && error.code === 'token_refused') limit.failed(key)
      throw error
    }
  }
  const signingIn = <T>(c: Incoming, work: () => Promise<T>) => limited(c, attempts, networkOf(addressOf(c)), work)

  return new Hono<Bindings>()
    .get('/', async (c) => c.json(describe(c, await sessions.find(readCookie(c), false))))
    .post('/', (c) => signingIn(c, async () => signIn(c, await draftFrom(c), 'token')))
    .post('/demo', (c) =>
      signingIn(c, async () => {
        const demo = offersDemo(c)
        if (!demo) throw noDemo()
        return signIn(c, { token: await demo.makeToken(now() + plainLife), keep: false }, 'demo')
      }),
    )
    .delete('/', async (c) => {
      const id = readCookie(c)
      const session = await sessions.find(id, false)
      if (session) requireShownAccount(c, identity(session.account.id))
      if (id) await sessions.end(sessionHash(id))
      dropCookie(c)
      return c.json(describe(c, null))
    })
    .route(
      '/',
      confirmRoutes({
        ...parts,
        limited: (c, { hash }, work) => limited(c, confirmations, hash, work),
        openAccount: (c) => offersDemo(c)?.accountId,
      }),
    )
}

async function draftFrom(c: Incoming) {
  const draft = await bodyOf(c, SignInDraft)
  return { ...draft, token: checkedToken(draft.token) }
}
