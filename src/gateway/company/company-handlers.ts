import { randomUUID } from 'node:crypto'
import type { company } from '#contract/gateway/company.ts'
import { Refusal } from '#http/refusal.ts'
import { equal, upsert } from '#db/rows.ts'
import {
  companyOff,
  companyOtherPerson,
  companyReassigned,
  companyRemoved,
  companySeveral,
  companyTooLate,
  companyUnknown,
  companyUnverified,
  noPerson,
  sessionEnded,
} from '../refusals.ts'
import { limitAttempts } from '../server/attempt-limiter.ts'
import { writeSessionCookie } from '../session/cookie.ts'
import { openSession } from '../session/open-session.ts'
import type { GatewayHandlers, HandlerOptions } from '../pipeline/handler.ts'
import { hashOf } from '../access/secrets.ts'
import { type Outcome, beginSignIn, browserOf, createConfirmation, markBrowser, takeConfirmation, takeOutcome } from './sign-in-state.ts'
import type { Query, GatewayTables } from '../database/database.ts'
import { acceptInvitation } from '../access/join.ts'
import type { CompanyUser } from './provider.ts'

/** What the page asks when a person comes back from the company's provider. */
export function companyHandlers(options: HandlerOptions): GatewayHandlers<typeof company> {
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

/** Somebody who may sign in: a person, or whoever was invited with the address. */
interface Candidate {
  account: { id: number; name: string; email: string }
  person: GatewayTables['person'] | null
  invitation: GatewayTables['invitation'] | null
}

/**
 * The person who signed in, and their account, in one serializable transaction. The first sign-in with an address accepts the invitation for it, and remembers the company account.
 * @param accountId only people of this account; undefined = of all
 * @param now Unix seconds
 */
async function personOf(trx: Query, user: CompanyUser, accountId: number | undefined, now: number) {
  const isWanted = ({ account }: Candidate) => accountId === undefined || account.id === accountId
  const people = (await knownPeople(trx, user)).filter(isWanted)
  const invited = (await invitedWith(trx, user, now)).filter(isWanted)
  const active = people.filter(({ person }) => person?.removed === null)
  const open = active.filter(({ isOpen }) => isOpen)
  const candidates: Candidate[] = [...open, ...invited]
  const [found, ...others] = candidates
  if (!found) throw whyNobody(user, { hasActive: active.length > 0, hasPeople: people.length > 0 })
  if (others.length > 0) throw companySeveral(candidates.map(({ account: { id, name, email } }) => ({ id, name: name || email })))
  const personId = found.person?.id ?? randomUUID()
  if (found.invitation) await acceptInvitation(trx, found.invitation, personId, now)
  const email = found.person?.email ?? user.email
  await remember(trx, { person_id: personId, issuer: user.issuer, subject: user.subject, email })
  return { personId, account: found.account }
}

/** Whether the company account is that of a person who is signed in. */
const isPerson = async (trx: Query, user: CompanyUser, personId: string): Promise<boolean> =>
  (await knownPeople(trx, user)).some(({ person }) => person?.id === personId)

function whyNobody(user: CompanyUser, { hasActive, hasPeople }: { hasActive: boolean; hasPeople: boolean }) {
  if (hasActive) return sessionEnded('team_off')
  if (hasPeople) return companyRemoved(user.email)
  return user.isEmailVerified && user.email !== '' ? companyUnknown(user.email) : companyUnverified(user.email)
}

/**
 * The people whose account it is: those who signed in with it before, and those with its address. Throws where the address belonged to another account
 * of the company when its person signed in first: companies give addresses of people who have left to others.
 */
async function knownPeople(trx: Query, { issuer, subject, email, isEmailVerified }: CompanyUser) {
  const rows = await trx
    .selectFrom('person')
    .innerJoin('team', 'team.workspace', 'person.workspace')
    .leftJoin('company_identity as known', (join) => join.onRef('known.person_id', '=', 'person.id').on('known.issuer', '=', issuer))
    .where((is) => is.or([is('known.subject', '=', subject), ...(isEmailVerified && email !== '' ? [is('person.email', '=', email)] : [])]))
    .selectAll('person')
    .select(['known.subject as known_subject', 'known.email as known_email'])
    .select(['team.since as team_since', 'team.account_id', 'team.account_name', 'team.account_email'])
    .execute()
  return rows.flatMap(({ known_subject, known_email, team_since, account_id, account_name, account_email, ...person }) => {
    // An Owner who changes the address gives the person to whoever has the new one.
    const isBound = known_subject !== null && known_email === person.email
    if (isBound && known_subject !== subject) {
      if (person.removed === null) throw companyReassigned(email)
      return []
    }
    if (!isBound && person.email !== email) return []
    return [
      { person, invitation: null, isOpen: team_since !== null, account: { id: account_id, name: account_name, email: account_email } },
    ]
  })
}

async function invitedWith(trx: Query, { email, isEmailVerified }: CompanyUser, now: number): Promise<Candidate[]> {
  if (!isEmailVerified || email === '') return []
  const rows = await trx
    .selectFrom('invitation')
    .innerJoin('team', 'team.workspace', 'invitation.workspace')
    .where(equal({ 'invitation.email': email, accepted: null, revoked: null }))
    .where('expires', '>', now)
    .where('team.since', 'is not', null)
    .selectAll('invitation')
    .select(['team.account_id', 'team.account_name', 'team.account_email'])
    .execute()
  return rows.map(({ account_id, account_name, account_email, ...invitation }) => ({
    person: null,
    invitation,
    account: { id: account_id, name: account_name, email: account_email },
  }))
}

const remember = (trx: Query, { person_id, issuer, subject, email }: GatewayTables['company_identity']) =>
  upsert(trx, 'company_identity', { person_id, issuer }, { subject, email })
