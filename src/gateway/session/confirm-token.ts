import { Hono } from 'hono'
import type { Logger } from 'pino'
import { ConfirmDraft } from '#contract/session.ts'
import { invalid } from '#http/refusal.ts'
import { jsonBody, parseToken } from '../server/json-body.ts'
import { readCookie } from './cookie.ts'
import { requireMatchingAccount, type Identity } from './identity.ts'
import { clientAddress, type Bindings, type RequestContext } from '../server/request-context.ts'
import { freshTokenNeeded, noSession, otherAccount } from '../refusals.ts'
import type { ActiveSession, Sessions } from './sessions.ts'
import { readAccount, readTokenKey } from '../forward/upstream-account.ts'
import type { Upstream } from '../forward/upstream.ts'

export interface ConfirmOptions {
  sessions: Sessions
  upstream: Upstream
  /** Names an account, see `identity` of the session. */
  identity: Identity
  log: Logger
  /** Unix seconds. */
  now: () => number
  /** Milliseconds. */
  upstreamTimeoutMs?: number | undefined
  /** The account that opens without a token here, if any. */
  demoAccountId: (c: RequestContext) => number | undefined
  /** Lets only so many attempts of a session through. */
  withLimit: <T>(c: RequestContext, session: ActiveSession, work: () => Promise<T>) => Promise<T>
}

/** The routes under `/bff/session` for what needs a token that was entered again just now. */
export function confirmRoutes(options: ConfirmOptions): Hono<Bindings> {
  const { sessions, identity, log, now } = options

  async function sessionOf(c: RequestContext): Promise<ActiveSession> {
    const session = await sessions.find(readCookie(c), true)
    if (!session) throw noSession()
    requireMatchingAccount(c, identity(session.account.id))
    return session
  }

  async function confirm(c: RequestContext, session: ActiveSession) {
    const draft = await jsonBody(c, ConfirmDraft)
    if (options.demoAccountId(c) !== session.account.id) {
      if (draft.token === undefined) throw invalid({ token: ['Enter the access token'] })
      const { id } = await readAccount(options, parseToken(draft.token))
      if (id !== session.account.id) throw otherAccount()
    }
    await sessions.confirm(session.hash)
    log.info({ event: 'confirm', account: session.account.id, address: clientAddress(c) }, 'token entered again')
    return c.json({ status: true })
  }

  return new Hono<Bindings>()
    .post('/confirm', async (c) => {
      const session = await sessionOf(c)
      return options.withLimit(c, session, () => confirm(c, session))
    })
    .get('/token-key', async (c) => {
      const { account, token, freshUntil } = await sessionOf(c)
      if (freshUntil <= now()) throw freshTokenNeeded()
      const tokenKey = await readTokenKey(options, token)
      log.info({ event: 'token-key', account: account.id, address: clientAddress(c) }, 'token key handed over')
      return c.json({ status: true, data: { tokenKey } })
    })
}
