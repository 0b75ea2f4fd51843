import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { ConfirmScopes, Session } from '../session.ts'
import { boolean, doneResponse, nameText, id, itemResponse } from '../values.ts'
import { key } from './key.ts'
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
  meRead: endpoint({
    method: 'GET',
    path: '/me',
    summary: 'Read one’s own passkeys and sessions',
    right: 'signed-in',
    response: itemResponse(PersonDetails),
  }),
  mySessionEnd: endpoint({
    method: 'DELETE',
    path: '/me/sessions/{sessionId}',
    summary: 'End one of one’s own sessions',
    right: 'signed-in',
    params: z.object({ sessionId: key }),
    response: doneResponse,
  }),
  myPasskeyOptions: endpoint({
    method: 'POST',
    path: '/me/passkeys/options',
    summary: 'Begin to register a passkey',
    right: 'signed-in',
    body: z.object({}),
    response: itemResponse(CredentialOptions),
  }),
  myPasskeyCreate: endpoint({
    method: 'POST',
    path: '/me/passkeys',
    summary: 'Register a passkey',
    right: 'signed-in',
    stepUp: true,
    body: z.object({ name: nameText(100), credential: Credential }),
    response: itemResponse(Passkey),
  }),
  myPasskeyRemove: endpoint({
    method: 'DELETE',
    path: '/me/passkeys/{passkeyId}',
    summary: 'Remove one’s own passkey',
    right: 'signed-in',
    stepUp: true,
    params: z.object({ passkeyId: key }),
    response: doneResponse,
  }),
  myRecoveryCodesCreate: endpoint({
    method: 'POST',
    path: '/me/recovery-codes',
    summary: 'Make new recovery codes; the old ones end',
    right: 'signed-in',
    stepUp: true,
    body: z.object({}),
    response: itemResponse(RecoveryCodes),
  }),
  /** Step-up authentication with a passkey: it holds for the named actions on the named targets, for freshTokenMinutes. */
  confirmOptions: endpoint({
    method: 'POST',
    path: '/me/confirm/options',
    summary: 'Begin to confirm with a passkey',
    right: 'signed-in',
    body: z.object({ for: ConfirmScopes }),
    response: itemResponse(CredentialOptions),
  }),
  confirmPasskey: endpoint({
    method: 'POST',
    path: '/me/confirm',
    summary: 'Confirm with a passkey',
    right: 'signed-in',
    body: z.object({ credential: Credential }),
    response: doneResponse,
  }),
}

/** What anyone may ask: how people get in. */
export const signIn = {
  joinRead: endpoint({
    method: 'POST',
    path: '/join/options',
    summary: 'Read an invitation and begin to register a passkey',
    right: 'anyone',
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
  join: endpoint({
    method: 'POST',
    path: '/join',
    summary: 'Accept an invitation with a new passkey',
    right: 'anyone',
    body: z.object({ secret, credential: Credential, passkeyName: nameText(100), keep }),
    response: itemResponse(z.object({ session: Session, ...RecoveryCodes.shape })),
  }),
  passkeySignInOptions: endpoint({
    method: 'POST',
    path: '/sign-in/options',
    summary: 'Begin to sign in with a passkey',
    right: 'anyone',
    body: z.object({}),
    response: itemResponse(CredentialOptions),
  }),
  passkeySignIn: endpoint({
    method: 'POST',
    path: '/sign-in',
    summary: 'Sign in with a passkey',
    right: 'anyone',
    body: z.object({ credential: Credential, keep, account }),
    response: Session,
  }),
  recoverySignIn: endpoint({
    method: 'POST',
    path: '/sign-in/recovery',
    summary: 'Sign in with a recovery code',
    description: 'The session can only register a passkey until one is registered.',
    right: 'anyone',
    body: z.object({ code: z.string().check(z.maxLength(100)), keep, account }),
    response: Session,
  }),
}
