import type { company } from '#contract/workspace/company.ts'
import { Refusal } from '#http/refusal.ts'
import { companyOff, companyOtherPerson, companyTooLate, noPerson } from '../refusals.ts'
import { limitAttempts } from '../server/limit-attempts.ts'
import { writeSessionCookie } from '../session/cookie.ts'
import { openSession } from '../session/open-session.ts'
import type { WorkspaceHandlers, WorkspaceOptions } from '../workspace/handler.ts'
import { hashOf } from '../workspace/secrets.ts'
import { browserOf, markBrowser } from './browser.ts'
import { isPerson, personOf } from './find-person.ts'
import { beginSignIn, createConfirmation, takeConfirmation, takeOutcome, type Outcome } from './sign-in-state.ts'

/** What the page asks when a person comes back from the company's provider. */
export function companyHandlers(options: WorkspaceOptions): WorkspaceHandlers<typeof company> {
  const { company: provider, database, keys, sessions, describeSession, confirmLimiter, log, now } = options
  const { query } = database

  return {
    companySignIn: async ({ c, body }) => {
      const browser = browserOf(c)
      const { personId, account, keep } = await database.serializable(async (trx) => {
        // A refusal undoes the whole transaction: the ticket stays for whoever must choose an account, or reloads the page.
        const outcome = accepted(await takeOutcome({ keys, query: trx, browser, now: now() }, body.ticket))
        const found = await personOf(trx, outcome.user, outcome.account ?? body.account, now())
        return { ...found, keep: outcome.keep }
      })
      return describeSession(c, await openSession(c, options, { token: '', account, keep, method: 'company', personId }))
    },

    confirmCompanyOptions: async ({ c, session, body }) => {
      if (!provider) throw companyOff()
      if (!session.member) throw noPerson()
      const stores = { keys, query, browser: markBrowser(c), now: now() }
      const ticket = await createConfirmation(stores, session.hash)
      const address = await limitAttempts(c, confirmLimiter, session.hash, () =>
        beginSignIn(provider, stores, { keep: false, next: '/', confirms: { scopes: body.for, ticketHash: hashOf(ticket) } }),
      )
      return { status: true, data: { address, ticket } }
    },

    confirmCompany: async ({ c, session, body }) => {
      const { member } = session
      if (!member) throw noPerson()
      const found = await takeConfirmation({ keys, query, browser: browserOf(c), now: now() }, body.ticket, session.hash)
      if (found === 'waiting') return { status: true, data: { isConfirmed: false } }
      const { user, scopes = [] } = accepted(found)
      if (!(await database.serializable((trx) => isPerson(trx, user, member.id)))) throw companyOtherPerson(user.email)
      writeSessionCookie(c, await sessions.confirm(session, scopes), session, now())
      log.info({ event: 'confirm', account: session.account.id, person: member.id }, 'confirmed with a company account')
      return { status: true, data: { isConfirmed: true } }
    },
  }
}

/** Throws why the sign-in was refused, or that this browser began none. */
function accepted(outcome: Outcome | null): Extract<Outcome, { user: unknown }> {
  if (!outcome) throw companyTooLate()
  if ('refused' in outcome) throw new Refusal(outcome.refused.code, outcome.refused.message)
  return outcome
}
