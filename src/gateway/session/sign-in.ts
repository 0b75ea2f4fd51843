import { Hono } from 'hono'
import { ConfirmDraft, SignInDraft, tokenKeyScope } from '#contract/session.ts'
import { Refusal, invalid } from '#http/refusal.ts'
import { readAccount, readTokenKey } from '../forward/upstream-account.ts'
import { freshTokenNeeded, noDemo, otherAccount, teamTokenRefused, tokenExpired } from '../refusals.ts'
import { type AttemptLimiter, limitAttempts } from '../server/attempt-limiter.ts'
import { jsonBody, parseToken } from '../server/request-body.ts'
import { type Bindings, type RequestContext, clientAddress } from '../server/request-context.ts'
import { auditSession } from '../audit/record-done.ts'
import { clearCookie, readCookie, writeSessionCookie } from './cookie.ts'
import type { SessionDescriber } from './describe-session.ts'
import { type SessionRouteOptions, requireMatchingAccount, requireSession } from './require-session.ts'
import { networkOfClient, openSession } from './open-session.ts'
import { type ActiveSession, defaultLifetimeSeconds, isConfirmed, sessionHash, tokenExpiryOf } from './sessions.ts'
import { requireRight } from '../pipeline/admit.ts'

export interface SignInOptions extends SessionRouteOptions, SessionDescriber {
  /** Limits sign-ins by the client's network. */
  signInLimiter: AttemptLimiter
  /** Limits entering the token again by session, so that nobody else can use up the attempts. */
  confirmLimiter: AttemptLimiter
}

/** The routes under `/bff/session`: sign in, open the demo, read the session, sign out, enter the token again, and the token key, which requires that. */
export function signInRoutes(options: SignInOptions): Hono<Bindings> {
  const { sessions, describeSession, demoFor, signInLimiter, confirmLimiter, audit, log, now } = options

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

  async function confirm(c: RequestContext, session: ActiveSession) {
    const draft = await jsonBody(c, ConfirmDraft)
    // The demo has no token to enter, but its people have passkeys.
    const needsNoToken = demoFor(c)?.accountId === session.account.id && (session.member?.role ?? 'owner') === 'owner'
    if (!needsNoToken) {
      if (draft.token === undefined) throw invalid({ token: ['Enter the access token'] })
      const { id } = await readAccount(options, parseToken(draft.token))
      if (id !== session.account.id) throw otherAccount()
    }
    writeSessionCookie(c, await sessions.confirm(session, draft.for ?? null), session, now())
    log.info({ event: 'confirm', account: session.account.id, address: clientAddress(c) }, 'token entered again')
    return c.json({ status: true })
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
        await auditSession(audit, c, session, 'signOut', end)
      } else await end()
      return c.json(await describeSession(c, null))
    })
    .post('/confirm', async (c) => {
      const session = await requireSession(c, options)
      return limitAttempts(c, confirmLimiter, session.hash, () => confirm(c, session))
    })
    .get('/token-key', async (c) => {
      const session = await requireSession(c, options)
      requireRight(session.member, 'account.tokenKey')
      if (!isConfirmed(session, tokenKeyScope, now())) throw freshTokenNeeded()
      const { account, token } = session
      const read = () =>
        readTokenKey(options, token).catch((error: unknown) => {
          throw session.member ? asTeamRefusal(error) : error
        })
      const tokenKey = await auditSession(audit, c, session, 'tokenKeyRead', read)
      log.info({ event: 'token-key', account: account.id, address: clientAddress(c) }, 'token key read')
      return c.json({ status: true, data: { tokenKey } })
    })
}

async function signInDraft(c: RequestContext) {
  const draft = await jsonBody(c, SignInDraft)
  return { ...draft, token: parseToken(draft.token) }
}

/** The sealed token of a team is not the person's, and its refusal does not sign them out. */
const asTeamRefusal = (error: unknown) =>
  error instanceof Refusal && error.code === 'token_refused' ? teamTokenRefused(error.serviceMessage) : error
