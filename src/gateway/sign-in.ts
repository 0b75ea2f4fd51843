import { Hono } from 'hono'
import type { Logger } from 'pino'
import { accountRead } from '#contract/account.ts'
import { SignInDraft, type Session } from '#contract/session.ts'
import { refusal } from '#contract/values.ts'
import type { Attempts } from './attempts.ts'
import { dropCookie, readCookie, writeCookie } from './cookie.ts'
import { addressOf, isAddressedLocally, isHttps, isProxied, originOf, type Bindings, type Incoming } from './incoming.ts'
import {
  insecureTransport,
  invalid,
  noDemo,
  notJson,
  otherAccount,
  tokenRefused,
  tooManyRequests,
  tooManySignIns,
  upstreamFailing,
  upstreamNotApi,
  Refusal,
} from './refusals.ts'
import { plainLife, sessionHash, tokenEnd, type LiveSession, type Sessions } from './sessions.ts'
import { ask, type Upstream } from './upstream.ts'

/** The demo account of our own service. */
export interface Demo {
  accountId: number
  rooms: number
  messages: number
  /** A fresh token of the account. @param expires Unix seconds */
  makeToken: (expires: number) => Promise<string>
}

export interface SignInParts {
  sessions: Sessions
  upstream: Upstream
  demo: Demo | null
  attempts: Attempts
  log: Logger
  /** Unix seconds. */
  now: () => number
  /** Milliseconds. */
  upstreamTimeLimit?: number | undefined
}

/** The routes under `/bff/session`: sign in, sign in to the demo, who am I, sign out. */
export function signInRoutes(parts: SignInParts): Hono<Bindings> {
  const { sessions, upstream, attempts, log, now } = parts
  const offersDemo = (c: Incoming) => (isAddressedLocally(c) && !isProxied(c) ? parts.demo : null)

  function describe(c: Incoming, session: LiveSession | null): Session {
    const demo = offersDemo(c)
    const here = {
      service: { kind: upstream.kind, address: upstream.kind === 'remote' ? upstream.address : `${originOf(c)}/api` },
      demo: demo && { accountId: demo.accountId, rooms: demo.rooms, messages: demo.messages },
    }
    if (!session) return { ...here, signedIn: false }
    const { account, idleEnd, end, tokenEnd } = session
    return { ...here, signedIn: true, account, idleEnd, end, tokenEnd }
  }

  async function signIn(c: Incoming, draft: { token: string; keep: boolean; account?: number | undefined }, how: 'token' | 'demo') {
    const account = await accountOf(draft.token)
    if (draft.account !== undefined && draft.account !== account.id) throw otherAccount()
    const ends = tokenEnd(draft.token)
    if (ends !== null && ends <= now()) throw tokenRefused('By its own date the token has ended.')
    const { id, session } = await sessions.start({ token: draft.token, account, keep: draft.keep })
    // A session from before the sign-in must not live on: somebody else may have planted its id.
    const before = readCookie(c)
    if (before) await sessions.end(sessionHash(before))
    writeCookie(c, id, draft.keep ? session.end - now() : undefined)
    log.info({ event: 'sign-in', how, account: account.id, address: addressOf(c), keep: draft.keep }, 'signed in')
    return c.json(describe(c, session))
  }

  /** Whose token it is; throws the reason why it opens nothing. */
  async function accountOf(token: string): Promise<LiveSession['account']> {
    const { status, json, retryAfter } = await ask(
      upstream,
      accountRead.path,
      { method: accountRead.method, token },
      parts.upstreamTimeLimit,
    )
    const said = refusal.safeParse(json)
    if (status === 429) throw tooManyRequests(retryAfter)
    if (status >= 500) throw upstreamFailing(status)
    if (status === 401 || status === 403) throw tokenRefused(said.data?.message)
    if (status >= 400) throw upstreamNotApi(`it answered ${status} to a read of the account`)
    // Some services say no with status 200.
    if (said.success && !said.data.status) throw tokenRefused(said.data.message)
    const account = accountRead.response.safeParse(json)
    if (!account.success) throw upstreamNotApi('its answer holds no account')
    const { id, name, email } = account.data.data
    return { id, name, email }
  }

  async function limited<T>(c: Incoming, work: () => Promise<T>): Promise<T> {
    if (!isHttps(c) && !isAddressedLocally(c)) throw insecureTransport()
    const address = addressOf(c)
    const wait = attempts.begin(address)
    if (wait > 0) throw tooManySignIns(wait)
    try {
      return await work()
    } catch (error) {
      if (error instanceof Refusal && error.code === 'token_refused') attempts.failed(address)
      throw error
    }
  }

  return new Hono<Bindings>()
    .get('/', async (c) => c.json(describe(c, await sessions.find(readCookie(c), false))))
    .post('/', (c) => limited(c, async () => signIn(c, await draftFrom(c), 'token')))
    .post('/demo', (c) =>
      limited(c, async () => {
        const demo = offersDemo(c)
        if (!demo) throw noDemo()
        return signIn(c, { token: await demo.makeToken(now() + plainLife), keep: false }, 'demo')
      }),
    )
    .delete('/', async (c) => {
      const id = readCookie(c)
      if (id) await sessions.end(sessionHash(id))
      dropCookie(c)
      return c.json(describe(c, null))
    })
}

async function draftFrom(c: Incoming) {
  const body: unknown = await c.req.json().catch(() => {
    throw notJson()
  })
  const draft = SignInDraft.safeParse(body)
  if (!draft.success) throw invalid(draft.error.issues)
  const token = draft.data.token.trim()
  // Anything else cannot stand in a header, so no service can have given it out.
  if (!/^[\x21-\x7e]+$/.test(token)) throw invalid([{ path: ['token'], message: 'holds characters that no token has' }])
  return { ...draft.data, token }
}
