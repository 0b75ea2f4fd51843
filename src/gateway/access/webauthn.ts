import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { z } from 'zod/mini'
import type { Credential } from '#contract/gateway/own-access.ts'
import { passkeyRefused } from '../refusals.ts'
import type { GatewayTables } from '../database/database.ts'

/** Passkeys (WebAuthn). Everything that leaves here has been verified: challenge, address, host name, signature, user verification and counter. */

/** Loaded by the first passkey: it would take a third of the time of every start. */
const library = () => import('@simplewebauthn/server')

type BrowserCredential = z.output<typeof Credential>
type StoredPasskey = Pick<GatewayTables['passkey'], 'id' | 'public_key' | 'counter' | 'transports'>

/** Passkeys belong to the host name of the dashboard's address. */
const hostOf = (origin: string) => new URL(origin).hostname

interface NewPasskeyOwner {
  id: string
  name: string
  /** What they have already: an authenticator refuses to register twice. */
  passkeys: readonly StoredPasskey[]
}

/** What the browser needs to register a passkey that can sign in without a name being entered (a discoverable credential). */
export const registrationOptions = async (origin: string, challenge: string, account: string, { id, name, passkeys }: NewPasskeyOwner) =>
  (await library()).generateRegistrationOptions({
    rpName: 'Roomkeeper',
    rpID: hostOf(origin),
    userID: new TextEncoder().encode(id),
    userName: account === '' ? name : `${name} (${account})`,
    userDisplayName: name,
    challenge: bytesOf(challenge),
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: passkeys.map((passkey) => ({ id: passkey.id, transports: transportsOf(passkey) })),
  })

/** @param passkeys those that may be used; none = any that the browser has for this address */
export const authenticationOptions = async (origin: string, challenge: string, passkeys: readonly StoredPasskey[] = []) =>
  (await library()).generateAuthenticationOptions({
    rpID: hostOf(origin),
    challenge: bytesOf(challenge),
    userVerification: 'required',
    allowCredentials: passkeys.map((passkey) => ({ id: passkey.id, transports: transportsOf(passkey) })),
  })

// The library encodes a text once more, but takes bytes as they are.
const bytesOf = (challenge: string) => new Uint8Array(Buffer.from(challenge, 'base64url'))

// Written by registeredPasskey() below.
const transportsOf = ({ transports }: StoredPasskey) => JSON.parse(transports) as string[]

/** The challenge that a browser has answered, as it says; '' if it says none. It proves nothing until the signature is verified. */
export function challengeIn(credential: BrowserCredential): string {
  try {
    const { challenge }: { challenge?: unknown } = clientData(credential)
    return typeof challenge === 'string' ? challenge : ''
  } catch {
    return ''
  }
}

function clientData({ response }: BrowserCredential): { challenge?: unknown; origin?: unknown } {
  const { clientDataJSON } = response as { clientDataJSON?: unknown }
  const data: unknown = JSON.parse(Buffer.from(String(clientDataJSON), 'base64url').toString())
  return typeof data === 'object' && data !== null ? data : {}
}

/** The columns of a new passkey. Throws `passkey_refused`. */
export async function registeredPasskey(origin: string, challenge: string, credential: BrowserCredential) {
  const { verifyRegistrationResponse } = await library()
  const { verified, registrationInfo } = await refusing(origin, credential, () =>
    verifyRegistrationResponse({
      // The library checks its shape.
      response: credential as unknown as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: hostOf(origin),
      requireUserVerification: true,
    }),
  )
  if (!verified) throw passkeyRefused(notVerified)
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential
  return { id, public_key: Buffer.from(publicKey).toString('base64url'), counter, transports: JSON.stringify(transports.slice(0, 10)) }
}

/** Verifies an answer with a stored passkey. Resolves to its new counter. Throws `passkey_refused`. */
export async function verifiedCounter(
  origin: string,
  challenge: string,
  credential: BrowserCredential,
  passkey: StoredPasskey,
): Promise<number> {
  const { verifyAuthenticationResponse } = await library()
  const { verified, authenticationInfo } = await refusing(origin, credential, () =>
    verifyAuthenticationResponse({
      // The library checks its shape.
      response: credential as unknown as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: hostOf(origin),
      requireUserVerification: true,
      credential: { id: passkey.id, publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')), counter: passkey.counter },
    }),
  )
  if (!verified) throw passkeyRefused(notVerified)
  return authenticationInfo.newCounter
}

const notVerified = 'The passkey could not be verified. Try again.'

/** The library throws errors for developers. A wrong address and a copied passkey are told apart, because people can do something about them. */
async function refusing<T>(origin: string, credential: BrowserCredential, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    if (/counter value/.test(message)) throw passkeyRefused(copied)
    if (isElsewhere(origin, credential)) throw passkeyRefused(`Passkeys work at ${origin} only. Open the dashboard there.`)
    throw passkeyRefused(notVerified)
  }
}

const copied =
  'This passkey was used by a copy of its device: its counter went backwards. Nothing was done. Ask an Owner to remove the passkey, and register a new one.'

function isElsewhere(origin: string, credential: BrowserCredential): boolean {
  try {
    return clientData(credential).origin !== origin
  } catch {
    return false
  }
}
