import { randomUUID } from 'node:crypto'
import { type signIn, waitingHours } from '#contract/gateway/own-access.ts'
import { rowsWith, update } from '#db/rows.ts'
import { personOfOtherAccount, recoveryCodeRefused, sessionEnded } from '../refusals.ts'
import type { RequestContext } from '../server/request-context.ts'
import { openSession } from '../session/open-session.ts'
import type { ActiveSession } from '../session/sessions.ts'
import type { Query, GatewayTables } from '../database/database.ts'
import type { SignInMethod } from '../database/people.ts'
import { createChallenge, recoveryCodeHash } from './secrets.ts'
import type { GatewayHandlers, HandlerOptions } from '../pipeline/handler.ts'
import { acceptInvitation, invitedGrant, joinPurpose, openInvitation } from './join.ts'
import { replaceRecoveryCodes, storePasskey, takeAnswered, verifyPasskey } from './passkeys.ts'
import { authenticationOptions, registeredPasskey, registrationOptions } from './webauthn.ts'

/** How people get in: with an invitation, a passkey or a recovery code. */
export function signInHandlers(options: HandlerOptions): GatewayHandlers<typeof signIn> {
  const { database, origin, describeSession, now } = options
  const { query } = database

  async function begin(c: RequestContext, personId: string, keep: boolean, method: SignInMethod): Promise<ActiveSession> {
    const account = await accountOf(query, personId)
    return openSession(c, options, { token: '', account, keep, method, personId })
  }

  /** @param wanted that the page shows; undefined = any. Throws `other_account`, `removed` or `team_off` */
  async function requireAccount(personId: string, wanted: number | undefined): Promise<void> {
    const { id } = await accountOf(query, personId)
    if (wanted !== undefined && id !== wanted) throw personOfOtherAccount()
  }

  return {
    joinRead: async ({ body }) => {
      const { invitation, team } = await openInvitation(query, body.secret, now())
      const personId = randomUUID()
      const challenge = await createChallenge(query, joinPurpose(invitation.id), personId, now())
      const owner = { id: personId, name: invitation.name, passkeys: [] }
      const creation = { ...(await registrationOptions(origin, challenge, team.account_name, owner)) }
      return { status: true, data: { ...(await invitedGrant(options, invitation, team)), options: creation } }
    },

    join: async ({ c, body }) => {
      const { invitation } = await openInvitation(query, body.secret, now())
      const { challenge, data: personId } = await takeAnswered(query, body.credential, joinPurpose(invitation.id), now())
      const verified = await registeredPasskey(origin, challenge, body.credential)
      const codes = await database.serializable(async (trx) => {
        await acceptInvitation(trx, invitation, personId, now())
        await storePasskey(trx, personId, body.passkeyName, verified, now())
        return replaceRecoveryCodes(trx, personId, now())
      })
      const session = await describeSession(c, await begin(c, personId, body.keep, 'passkey'))
      return { status: true, data: { session, codes } }
    },

    passkeySignInOptions: async () => {
      const challenge = await createChallenge(query, 'sign-in', '', now())
      return { status: true, data: { ...(await authenticationOptions(origin, challenge)) } }
    },

    passkeySignIn: async ({ c, body }) => {
      const { challenge } = await takeAnswered(query, body.credential, 'sign-in', now())
      const { person_id } = await verifyPasskey(query, origin, challenge, body.credential, now())
      await requireAccount(person_id, body.account)
      return describeSession(c, await begin(c, person_id, body.keep, 'passkey'))
    },

    recoverySignIn: async ({ c, body }) => {
      const hash = recoveryCodeHash(body.code)
      const code = await rowsWith(query, 'recovery_code', { hash, used: null }).selectAll().executeTakeFirst()
      if (!code) throw recoveryCodeRefused()
      await requireAccount(code.person_id, body.account)
      await database.serializable((trx) => takeRecoveryCode(trx, code, now()))
      return describeSession(c, await begin(c, code.person_id, body.keep, 'recovery'))
    },
  }
}

/** The account of a person who may sign in. Throws `removed` or `team_off`. */
async function accountOf(query: Query, personId: string): Promise<ActiveSession['account']> {
  const person = await rowsWith(query, 'person', { id: personId }).selectAll().executeTakeFirst()
  if (!person || person.removed !== null) throw sessionEnded('removed')
  const team = await rowsWith(query, 'team', { workspace: person.workspace }).selectAll().executeTakeFirst()
  if (!team || team.since === null) throw sessionEnded('team_off')
  return { id: team.account_id, name: team.account_name, email: team.account_email }
}

/** Each code works once, also when it is sent twice at the same moment. */
async function takeRecoveryCode(trx: Query, { hash, person_id }: GatewayTables['recovery_code'], now: number): Promise<void> {
  if (!(await update(trx, 'recovery_code', { hash, used: null }, { used: now }))) throw recoveryCodeRefused()
  await update(trx, 'person', { id: person_id }, { used_recovery_code: 1, waiting_until: now + waitingHours * 60 * 60 })
}
