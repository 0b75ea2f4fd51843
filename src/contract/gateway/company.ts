import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { ConfirmScopes, Session } from '../session.ts'
import { boolean, id, itemResponse } from '../values.ts'

/**
 * Signing in through the company's OpenID provider. The page opens `/bff/company/start` (navigation); the provider sends the browser back to
 * `/bff/company/callback`, and that to `/sign-in?company=<ticket>`, where the page asks with the ticket what came of it.
 */

/** Names a sign-in that has come back from the provider. It works in the browser that began it only. */
const ticket = z.string().check(z.regex(/^[\w-]{43}$/))

/** The query of `/bff/company/start`. */
export const CompanyStart = z.object({
  /** Stay signed in. */
  keep: z.optional(z.literal('1')),
  /** The path to go on to. */
  next: z.optional(z.string().check(z.maxLength(2000))),
  /** When a session is renewed: only a person of this account is accepted. */
  account: z.optional(z.string().check(z.regex(/^\d{1,15}$/))),
})

/** The data of a refusal with `companySeveralCode`. */
export const CompanyAccounts = z.object({ accounts: z.array(z.object({ id, name: z.string() })) })

export const company = {
  companySignIn: endpoint('POST /sign-in/company', 'anyone', 'Finish a sign-in with a company account', {
    description: 'Refused with the reason if the company or this gateway did not accept it.',
    body: z.object({
      ticket,
      /** The chosen account, for whoever is in several teams. */
      account: z.optional(id),
    }),
    response: Session,
  }),
  /** Step-up authentication: the page opens `address` in a new window, and asks with the ticket when the person comes back. */
  confirmCompanyOptions: endpoint('POST /me/confirm/company/options', 'signed-in', 'Begin to confirm with a company account', {
    body: z.object({ for: ConfirmScopes }),
    response: itemResponse(z.object({ address: z.string(), ticket })),
  }),
  confirmCompany: endpoint('POST /me/confirm/company', 'signed-in', 'Confirm with a company account', {
    body: z.object({ ticket }),
    /** False as long as the person has not come back from the provider. */
    response: itemResponse(z.object({ isConfirmed: boolean })),
  }),
}
