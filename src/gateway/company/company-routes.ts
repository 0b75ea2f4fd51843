import { Hono } from 'hono'
import type { Logger } from 'pino'
import { html } from 'hono/html'
import { CompanyStart } from '#contract/gateway/company.ts'
import { Refusal, fieldErrors, invalid } from '#http/refusal.ts'
import { companyElsewhere, companyTooLate } from '../refusals.ts'
import { type AttemptLimiter, limitAttempts } from '../server/attempt-limiter.ts'
import { requireOwnPage } from '../server/csrf.ts'
import { type Bindings, type RequestContext, clientAddress, hostOf } from '../server/request-context.ts'
import { noStore } from '../server/security-headers.ts'
import type { Keys } from '../session/seal.ts'
import { networkOfClient } from '../session/open-session.ts'
import type { Query } from '../database/database.ts'
import { type Outcome, beginSignIn, browserOf, completeConfirmation, keepOutcome, markBrowser, takeBegun } from './sign-in-state.ts'
import type { CompanyProvider } from './provider.ts'

interface CompanyRouteOptions {
  provider: CompanyProvider
  keys: Keys
  query: Query
  /** The address of the dashboard. */
  origin: string
  log: Logger
  /** Unix seconds. */
  now: () => number
  limiter: AttemptLimiter
}

/** The routes under `/bff/company`, which browsers navigate to: on the way to the company's OpenID provider, and back. */
export function companyRoutes({ provider, keys, query, origin, log, now, limiter }: CompanyRouteOptions): Hono<Bindings> {
  const storesFor = (browser: string) => ({ keys, query, browser, now: now() })
  const withLimit = <T>(c: RequestContext, work: () => Promise<T>) => limitAttempts(c, limiter, networkOfClient(c), work)

  async function start(c: RequestContext): Promise<Response> {
    const { keep, next = '/', account } = startQuery(c)
    const stores = storesFor(markBrowser(c))
    const purpose = { keep: keep === '1', next, account: account === undefined ? account : Number(account) }
    try {
      // The provider sends the browser back there, where it must have the cookie of the browser that began.
      if (hostOf(c) !== new URL(origin).host) throw companyElsewhere(origin)
      return c.redirect(await beginSignIn(provider, stores, purpose))
    } catch (error) {
      return c.redirect(pathWith(await keepOutcome(stores, refused(error)), purpose.next))
    }
  }

  async function callback(c: RequestContext): Promise<Response> {
    const { search, searchParams } = new URL(c.req.url)
    const state = searchParams.get('state') ?? ''
    const begun = await takeBegun(storesFor(browserOf(c)), state)
    const stores = storesFor(markBrowser(c))
    if (!begun) {
      log.info(
        { event: 'company-refused', code: 'state', address: clientAddress(c) },
        'a sign-in that this browser did not begin, or not lately',
      )
      return continuePage(c, pathWith(await keepOutcome(stores, refused(companyTooLate())), '/'))
    }
    const { confirms, keep, account, next } = begun
    const outcome = await provider.verify(search, { ...begun, state }).then(
      (user): Outcome => ({ user, keep, account, scopes: confirms?.scopes }),
      (error: unknown) => refused(error),
    )
    if (!confirms) return continuePage(c, pathWith(await keepOutcome(stores, outcome), next))
    await completeConfirmation(stores, confirms.ticketHash, outcome)
    return messagePage(c, 'refused' in outcome ? outcome.refused.message : 'Close this window and go back to Roomkeeper.')
  }

  return new Hono<Bindings>()
    .use(noStore)
    .get('/start', requireOwnPage, (c) => withLimit(c, () => start(c)))
    .get('/callback', (c) => withLimit(c, () => callback(c)))
}

function startQuery(c: RequestContext) {
  const query = CompanyStart.safeParse(c.req.query())
  if (!query.success) throw invalid(fieldErrors({ query: query.error.issues }))
  return query.data
}

/** Any other error is one of ours. */
function refused(error: unknown): Outcome {
  if (!(error instanceof Refusal)) throw error
  return { refused: { code: error.code, message: error.message } }
}

/** The sign-in page, which asks with the ticket what came of it, and checks where to go on to. */
const pathWith = (ticket: string, next: string) => `/sign-in?${new URLSearchParams({ company: ticket, next })}`

/** A small page without scripts and styles: the policy of every answer allows neither. */
const page = (c: RequestContext, refresh: string, content: unknown) =>
  c.html(
    html`<!doctype html>
      <html lang="en" translate="no">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width" />
          <meta name="color-scheme" content="light dark" />
          ${refresh && html`<meta http-equiv="refresh" content="0; url=${refresh}" />`}
          <title>Sign in · Roomkeeper</title>
        </head>
        <body>
          ${content}
        </body>
      </html>`,
  )

/**
 * Goes on to a path of this dashboard. A redirect would still be a part of the navigation that began at the provider, and browsers would leave out the
 * SameSite=Strict cookie of the session.
 */
const continuePage = (c: RequestContext, path: string) => page(c, path, html`<p><a href="${path}">Continue</a></p>`)

const messagePage = (c: RequestContext, message: string) => page(c, '', html`<p>${message}</p>`)
