import { Hono } from 'hono'
import type { Logger } from 'pino'
import { ConfirmDraft } from '#contract/session.ts'
import { invalid } from '#http/refusal.ts'
import { bodyOf, checkedToken } from './body.ts'
import { readCookie } from './cookie.ts'
import { requireShownAccount, type Identity } from './identity.ts'
import { addressOf, type Bindings, type Incoming } from './incoming.ts'
import { freshTokenNeeded, noSession, otherAccount } from './refusals.ts'
import type { LiveSession, Sessions } from './sessions.ts'
import { accountOf, tokenKeyOf } from './upstream-account.ts'
import type { Upstream } from './upstream.ts'

export interface ConfirmParts {
  sessions: Sessions
  upstream: Upstream
  /** Names an account, see `identity` of the session. */
  identity: Identity
  log: Logger
  /** Unix seconds. */
  now: () => number
  /** Milliseconds. */
  upstreamTimeLimit?: number | undefined
  /** The account that opens without a token here, if any. */
  openAccount: (c: Incoming) => number | undefined
  /** Lets only so many attempts of a session through. */
  limited: <T>(c: Incoming, session: LiveSession, work: () => Promise<T>) => Promise<T>
}

/** The routes under `/bff/session` for what needs a token that was entered again just now. */
export function confirmRoutes(parts: ConfirmParts): Hono<Bindings> {
  const { sessions, identity, log, now } = parts

  async function sessionOf(c: Incoming): Promise<LiveSession> {
    const session = await sessions.find(readCookie(c), true)
    if (!session) throw noSession()
    requireShownAccount(c, identity(session.account.id))
    return session
  }

  async function confirm(c: Incoming, session: LiveSession) {
    const draft = await bodyOf(c, ConfirmDraft)
    if (parts.openAccount(c) !== session.account.id) {
      if (draft.token === undefined) throw invalid({ token: ['Enter the access token'] })
      const { id } = await accountOf(parts, checkedToken(draft.token))
      if (id !== session.account.id) throw otherAccount()
    }
    await sessions.confirm(session.hash)
    log.info({ event: 'confirm', account: session.account.id, address: addressOf(c) }, 'token entered again')
    return c.json({ status: true })
  }

  return new Hono<Bindings>()
    .post('/confirm', async (c) => {
      const session = await sessionOf(c)
      return parts.limited(c, session, () => confirm(c, session))
    })
    .get('/token-key', async (c) => {
      const { account, token, freshUntil } = await sessionOf(c)
      if (freshUntil <= now()) throw freshTokenNeeded()
      const tokenKey = await tokenKeyOf(parts, token)
      log.info({ event: 'token-key', account: account.id, address: addressOf(c) }, 'token key handed over')
      return c.json({ status: true, data: { tokenKey } })
    })
}
