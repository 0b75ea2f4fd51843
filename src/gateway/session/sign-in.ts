import { Hono } from 'hono'
import { SignInDraft } from '#contract/session.ts'
import { Refusal } from '#http/refusal.ts'
import { readAccount } from '../forward/upstream-account.ts'
import { insecureTransport, noDemo, otherAccount, tokenExpired, tooManySignIns } from '../refusals.ts'
import { networkOf, type AttemptLimiter } from '../server/attempt-limiter.ts'
import { jsonBody, parseToken } from '../server/json-body.ts'
import { clientAddress, isHttps, isLocal, type Bindings, type RequestContext } from '../server/request-context.ts'
import { confirmRoutes } from './confirm-token.ts'
import { clearCookie, readCookie, writeCookie } from './cookie.ts'
import type { SessionDescriber } from './describe-session.ts'
import { requireMatchingAccount } from './identity.ts'
import type { SessionRouteOptions } from './require-session.ts'
import { defaultLifetimeSeconds, sessionHash, tokenExpiryOf } from './sessions.ts'

export interface SignInOptions extends SessionRouteOptions, SessionDescriber {
  /** Limits sign-ins by the client's network. */
  signInLimiter: AttemptLimiter
  /** Limits entering the token again by session, so that nobody else can use up the attempts. */
  confirmLimiter: AttemptLimiter
}

/** The routes under `/bff/session`: sign in, open the demo, read the session, sign out, enter the token again. */
export function signInRoutes(options: SignInOptions): Hono<Bindings> {
  const { sessions, identity, describeSession, demoFor, signInLimiter, confirmLimiter, log, now } = options

  async function signIn(
    c: RequestContext,
    draft: { token: string; keep: boolean; account?: number | undefined },
    method: 'token' | 'demo',
  ) {
    const { id: accountId, name, email } = await readAccount(options, draft.token)
    const account = { id: accountId, name, email }
    if (draft.account !== undefined && draft.account !== account.id) throw otherAccount()
    const ends = tokenExpiryOf(draft.token)
    if (ends !== null && ends <= now()) throw tokenExpired()
    const { id, session } = await sessions.start({
      token: draft.token,
      account,
      keep: draft.keep,
      renewed: draft.account !== undefined,
      method,
      address: clientAddress(c),
      agent: userAgent(c),
    })
    // Session fixation: a session from before the sign-in must end, because somebody else may have planted its id.
    const previous = readCookie(c)
    if (previous) await sessions.end(sessionHash(previous))
    writeCookie(c, id, draft.keep ? session.end - now() : undefined)
    log.info({ event: 'sign-in', how: method, account: account.id, address: clientAddress(c), keep: draft.keep }, 'signed in')
    return c.json(describeSession(c, session))
  }

  async function withLimit<T>(c: RequestContext, limiter: AttemptLimiter, key: string, work: () => Promise<T>): Promise<T> {
    if (!isHttps(c) && !isLocal(c)) throw insecureTransport()
    const wait = limiter.begin(key)
    if (wait > 0) throw tooManySignIns(wait)
    try {
      return await work()
    } catch (error) {
      if (error instanceof Refusal && error.code === 'token_refused') limiter.recordFailure(key)
      throw error
    }
  }
  const withSignInLimit = <T>(c: RequestContext, work: () => Promise<T>) => withLimit(c, signInLimiter, networkOf(clientAddress(c)), work)

  return new Hono<Bindings>()
    .get('/', async (c) => c.json(describeSession(c, await sessions.find(readCookie(c), false))))
    .post('/', (c) => withSignInLimit(c, async () => signIn(c, await signInDraft(c), 'token')))
    .post('/demo', (c) =>
      withSignInLimit(c, async () => {
        const demo = demoFor(c)
        if (!demo) throw noDemo()
        return signIn(c, { token: await demo.makeToken(now() + defaultLifetimeSeconds), keep: false }, 'demo')
      }),
    )
    .delete('/', async (c) => {
      const id = readCookie(c)
      const session = await sessions.find(id, false)
      if (session) requireMatchingAccount(c, identity(session.account.id))
      if (id) await sessions.end(sessionHash(id))
      clearCookie(c)
      return c.json(describeSession(c, null))
    })
    .route(
      '/',
      confirmRoutes({
        ...options,
        withLimit: (c, { hash }, work) => withLimit(c, confirmLimiter, hash, work),
        demoAccountId: (c) => demoFor(c)?.accountId,
      }),
    )
}

/** Some user agents send kilobytes; what follows the first names tells no browser apart. */
const maxAgentLength = 300
const userAgent = (c: RequestContext) => c.req.header('user-agent')?.slice(0, maxAgentLength) ?? ''

async function signInDraft(c: RequestContext) {
  const draft = await jsonBody(c, SignInDraft)
  return { ...draft, token: parseToken(draft.token) }
}
