import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { ConfirmScopes, Session } from '../session.ts'
import { boolean, id, itemResponse, nameText } from '../values.ts'
import { Passkey, PersonDetails, Role } from './people.ts'

/** How people sign in, and what they manage of their own: passkeys, recovery codes, sessions. */

export const recoveryCodeCount = 10
/** After a sign-in with a recovery code, nobody may change rights for this long. */
export const waitingHours = 24

/** What a browser says about a passkey (WebAuthn, JSON form). It is checked by the library. */
export const Credential = z.looseObject({
  id: z.string().check(z.maxLength(2000)),
  rawId: z.string(),
  type: z.string(),
  response: z.looseObject({}),
})
/** What navigator.credentials needs (WebAuthn, JSON form). */
const CredentialOptions = z.looseObject({ challenge: z.string() })
const RecoveryCodes = z.object({ codes: z.array(z.string()) })
const secret = z.string().check(z.minLength(1), z.maxLength(200))
const keep = z._default(boolean, false)
/** As in SignInDraft: when a session is renewed, only a person of this account is accepted. */
const account = z.optional(id)

export const ownAccess = {
  meRead: endpoint('GET /me', 'signed-in', 'Read one’s own passkeys and sessions', { response: itemResponse(PersonDetails) }),
  mySessionEnd: endpoint('DELETE /me/sessions/{sessionId}', 'signed-in', 'End one of one’s own sessions'),
  myPasskeyOptions: endpoint('POST /me/passkeys/options', 'signed-in', 'Begin to register a passkey', {
    body: z.object({}),
    response: itemResponse(CredentialOptions),
  }),
  myPasskeyCreate: endpoint('POST /me/passkeys', 'signed-in', 'Register a passkey', {
    stepUp: true,
    body: z.object({ name: nameText(100), credential: Credential }),
    response: itemResponse(Passkey),
  }),
  myPasskeyRemove: endpoint('DELETE /me/passkeys/{passkeyId}', 'signed-in', 'Remove one’s own passkey', { stepUp: true }),
  myRecoveryCodesCreate: endpoint('POST /me/recovery-codes', 'signed-in', 'Make new recovery codes; the old ones end', {
    stepUp: true,
    body: z.object({}),
    response: itemResponse(RecoveryCodes),
  }),
  /** Step-up authentication with a passkey: it holds for the named actions on the named targets, for freshTokenMinutes. */
  confirmOptions: endpoint('POST /me/confirm/options', 'signed-in', 'Begin to confirm with a passkey', {
    body: z.object({ for: ConfirmScopes }),
    response: itemResponse(CredentialOptions),
  }),
  confirmPasskey: endpoint('POST /me/confirm', 'signed-in', 'Confirm with a passkey', { body: z.object({ credential: Credential }) }),
}

/** What anyone may ask: how people get in. */
export const signIn = {
  joinRead: endpoint('POST /join/options', 'anyone', 'Read an invitation and begin to register a passkey', {
    body: z.object({ secret }),
    response: itemResponse(
      z.object({
        name: z.string(),
        role: Role,
        /** Names of the chats; 'all' = all chats. */
        chats: z.union([z.literal('all'), z.array(z.string())]),
        account: z.string(),
        invitedBy: z.string(),
        expires: z.number(),
        options: CredentialOptions,
      }),
    ),
  }),
  join: endpoint('POST /join', 'anyone', 'Accept an invitation with a new passkey', {
    body: z.object({ secret, credential: Credential, passkeyName: nameText(100), keep }),
    response: itemResponse(z.object({ session: Session, ...RecoveryCodes.shape })),
  }),
  passkeySignInOptions: endpoint('POST /sign-in/options', 'anyone', 'Begin to sign in with a passkey', {
    body: z.object({}),
    response: itemResponse(CredentialOptions),
  }),
  passkeySignIn: endpoint('POST /sign-in', 'anyone', 'Sign in with a passkey', {
    body: z.object({ credential: Credential, keep, account }),
    response: Session,
  }),
  recoverySignIn: endpoint('POST /sign-in/recovery', 'anyone', 'Sign in with a recovery code', {
    description: 'The session can only register a passkey until one is registered.',
    body: z.object({ code: z.string().check(z.maxLength(100)), keep, account }),
    response: Session,
  }),
}
