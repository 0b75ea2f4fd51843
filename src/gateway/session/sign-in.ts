import { Hono } from 'hono'
import { SignInDraft } from '#contract/session.ts'
import { readAccount } from '../forward/upstream-account.ts'
import { noDemo, otherAccount, tokenExpired } from '../refusals.ts'
import type { AttemptLimiter } from '../server/attempt-limiter.ts'
import { jsonBody, parseToken } from '../server/json-body.ts'
import { limitAttempts } from '../server/limit-attempts.ts'
import type { Bindings, RequestContext } from '../server/request-context.ts'
import { auditSession } from '../workspace/audit/audited-workspace.ts'
import { confirmRoutes } from './confirm-token.ts'
import { clearCookie, readCookie } from './cookie.ts'
import type { SessionDescriber } from './describe-session.ts'
import { requireMatchingAccount } from './identity.ts'
import { networkOfClient, openSession } from './open-session.ts'
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
  const { sessions, describeSession, demoFor, signInLimiter, confirmLimiter, now } = options

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
    const { token, keep } = draft
    const session = await openSession(c, options, { token, account, keep, renewed: draft.account !== undefined, method })
    return c.json(await describeSession(c, session))
  }

  const withSignInLimit = <T>(c: RequestContext, work: () => Promise<T>) => limitAttempts(c, signInLimiter, networkOfClient(c), work)

  return new Hono<Bindings>()
    .get('/', async (c) => c.json(await describeSession(c, await sessions.find(readCookie(c), false))))
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
      const end = async () => {
        if (id) await sessions.end(sessionHash(id))
        clearCookie(c)
      }
      if (session) {
        requireMatchingAccount(c, session.workspace)
        await auditSession(options.audit, c, session, 'signOut', end)
      } else await end()
      return c.json(await describeSession(c, null))
    })
    .route(
      '/',
      confirmRoutes({
        ...options,
        withLimit: (c, { hash }, work) => limitAttempts(c, confirmLimiter, hash, work),
        demoAccountId: (c) => demoFor(c)?.accountId,
      }),
    )
}

async function signInDraft(c: RequestContext) {
  const draft = await jsonBody(c, SignInDraft)
  return { ...draft, token: parseToken(draft.token) }
}
