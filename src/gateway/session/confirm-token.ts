import { Hono } from 'hono'
import { ConfirmDraft, tokenKeyScope } from '#contract/session.ts'
import { invalid, Refusal } from '#http/refusal.ts'
import { requireRight } from '../forward/rights.ts'
import { readAccount, readTokenKey } from '../forward/upstream-account.ts'
import { freshTokenNeeded, otherAccount, teamTokenRefused } from '../refusals.ts'
import { jsonBody, parseToken } from '../server/json-body.ts'
import { clientAddress, type Bindings, type RequestContext } from '../server/request-context.ts'
import { auditSession } from '../workspace/audit/audited-workspace.ts'
import { writeSessionCookie } from './cookie.ts'
import { requireSession, type SessionRouteOptions } from './require-session.ts'
import { isConfirmed, type ActiveSession } from './sessions.ts'

export interface ConfirmOptions extends SessionRouteOptions {
  /** The account that this request may open without a token, if any. */
  demoAccountId: (c: RequestContext) => number | undefined
  /** Limits the attempts of a session. */
  withLimit: <T>(c: RequestContext, session: ActiveSession, work: () => Promise<T>) => Promise<T>
}

/** The sealed token of a team is not the person's, and its refusal does not sign them out. */
const asTeamRefusal = (error: unknown) =>
  error instanceof Refusal && error.code === 'token_refused' ? teamTokenRefused(error.serviceMessage) : error

/** The routes under `/bff/session` for step-up authentication: entering the token again, and the token key, which requires it. */
export function confirmRoutes(options: ConfirmOptions): Hono<Bindings> {
  const { sessions, log, now } = options

  async function confirm(c: RequestContext, session: ActiveSession) {
    const draft = await jsonBody(c, ConfirmDraft)
    // The demo has no token to enter, but its people have passkeys.
    const needsNoToken = options.demoAccountId(c) === session.account.id && (session.member?.role ?? 'owner') === 'owner'
    if (!needsNoToken) {
      if (draft.token === undefined) throw invalid({ token: ['Enter the access token'] })
      const { id } = await readAccount(options, parseToken(draft.token))
      if (id !== session.account.id) throw otherAccount()
    }
    writeSessionCookie(c, await sessions.confirm(session, draft.for ?? null), session, now())
    log.info({ event: 'confirm', account: session.account.id, address: clientAddress(c) }, 'token entered again')
    return c.json({ status: true })
  }

  return new Hono<Bindings>()
    .post('/confirm', async (c) => {
      const session = await requireSession(c, options)
      return options.withLimit(c, session, () => confirm(c, session))
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
      const tokenKey = await auditSession(options.audit, c, session, 'tokenKeyRead', read)
      log.info({ event: 'token-key', account: account.id, address: clientAddress(c) }, 'token key read')
      return c.json({ status: true, data: { tokenKey } })
    })
}
