import { ConfirmScopes } from '#contract/session.ts'
import type { ownAccess } from '#contract/gateway/own-access.ts'
import { update } from '#db/rows.ts'
import { lastPasskey, noPerson, passkeyRefused } from '../refusals.ts'
import { writeSessionCookie } from '../session/cookie.ts'
import type { ActiveSession } from '../session/sessions.ts'
import { createChallenge } from './secrets.ts'
import type { GatewayHandlers, HandlerOptions } from '../pipeline/handler.ts'
import { type Member, fromJson } from './member.ts'
import { notifyPasskeyAdded } from '../notifications/notify.ts'
import { endSessionOf, readPersonDetails, removePasskeyOf } from './person-details.ts'
import { passkeysOf, replaceRecoveryCodes, storePasskey, takeAnswered, verifyPasskey } from './passkeys.ts'
import { authenticationOptions, registeredPasskey, registrationOptions } from './webauthn.ts'

/** What people manage of their own. Whoever signed in with the account's token is nobody in particular, and has none of it. */
export function ownAccessHandlers({ database, notify, origin, sessions, log, now }: HandlerOptions): GatewayHandlers<typeof ownAccess> {
  const { query } = database
  const registering = (member: Member) => `register:${member.id}`
  const confirming = ({ hash }: ActiveSession) => `confirm:${hash}`

  return {
    meRead: async ({ session, workspace }) => ({
      status: true,
      data: await readPersonDetails(query, workspace, personIn(session).id, session.hash, now()),
    }),

    mySessionEnd: async ({ session, params }) => {
      await endSessionOf(query, personIn(session).id, params.sessionId)
      return { status: true }
    },

    myPasskeyOptions: async ({ session }) => {
      const person = personIn(session)
      const challenge = await createChallenge(query, registering(person), '', now())
      const owner = { id: person.id, name: person.name, passkeys: await passkeysOf(query, person.id) }
      return { status: true, data: { ...(await registrationOptions(origin, challenge, session.account.name, owner)) } }
    },

    myPasskeyCreate: async ({ session, workspace, body }) => {
      const person = personIn(session)
      const { challenge } = await takeAnswered(query, body.credential, registering(person), now())
      const verified = await registeredPasskey(origin, challenge, body.credential)
      const row = await storePasskey(query, person.id, body.name, verified, now())
      // From now on it is like any other session of this person.
      await update(query, 'session', { hash: session.hash, method: 'recovery' }, { method: 'passkey' })
      log.info({ event: 'passkey', account: session.account.id, person: person.id }, 'passkey registered')
      await notifyPasskeyAdded(notify, workspace, person, { id: row.short_id, name: row.name })
      return { status: true, data: { id: row.short_id, name: row.name, added: row.added, lastUsed: null } }
    },

    myPasskeyRemove: async ({ session, params }) => {
      const person = personIn(session)
      await database.serializable(async (trx) => {
        await removePasskeyOf(trx, person.id, params.passkeyId)
        // Without one, the person could sign in with a recovery code only.
        if (session.method !== 'company' && (await passkeysOf(trx, person.id)).length === 0) throw lastPasskey()
      })
      return { status: true }
    },

    myRecoveryCodesCreate: async ({ session }) => {
      const person = personIn(session)
      const codes = await database.serializable((trx) => replaceRecoveryCodes(trx, person.id, now()))
      return { status: true, data: { codes } }
    },

    confirmOptions: async ({ session, body }) => {
      const person = personIn(session)
      const challenge = await createChallenge(query, confirming(session), JSON.stringify(body.for), now())
      const passkeys = await passkeysOf(query, person.id)
      return { status: true, data: { ...(await authenticationOptions(origin, challenge, passkeys)) } }
    },

    confirmPasskey: async ({ c, session, body }) => {
      const person = personIn(session)
      const { challenge, data: scopes } = await takeAnswered(query, body.credential, confirming(session), now())
      const passkey = await verifyPasskey(query, origin, challenge, body.credential, now())
      if (passkey.person_id !== person.id) throw passkeyRefused('This passkey belongs to someone else.')
      writeSessionCookie(c, await sessions.confirm(session, fromJson(ConfirmScopes, scopes)), session, now())
      log.info({ event: 'confirm', account: session.account.id, person: person.id }, 'confirmed with a passkey')
      return { status: true }
    },
  }
}

function personIn({ member }: ActiveSession): Member {
  if (!member) throw noPerson()
  return member
}
