import { randomUUID } from 'node:crypto'
import type { z } from 'zod/mini'
import type { Credential } from '#contract/gateway/own-access.ts'
import { insert, remove, rowsWith, update } from '#db/rows.ts'
import { isDuplicate } from '#db/errors.ts'
import { passkeyRefused } from '../refusals.ts'
import type { Query, GatewayTables } from '../database/database.ts'
import { newRecoveryCodes, recoveryCodeHash, takeChallenge } from './secrets.ts'
import { challengeIn, verifiedCounter } from './webauthn.ts'

/** The stored passkeys and recovery codes of people. */

export const passkeysOf = (query: Query, personId: string) =>
  rowsWith(query, 'passkey', { person_id: personId }).selectAll().orderBy('added').execute()

/** The challenge that a credential answers, with its data; it is used up. @param now Unix seconds */
export async function takeAnswered(query: Query, credential: z.output<typeof Credential>, purpose: string, now: number) {
  const challenge = challengeIn(credential)
  const data = await takeChallenge(query, challenge, purpose, now)
  if (data === null) throw passkeyRefused('This took too long, or was answered already. Try again.')
  return { challenge, data }
}

type VerifiedPasskey = Pick<GatewayTables['passkey'], 'id' | 'public_key' | 'counter' | 'transports'>

/** @param now Unix seconds */
export async function storePasskey(
  query: Query,
  personId: string,
  name: string,
  verified: VerifiedPasskey,
  now: number,
): Promise<GatewayTables['passkey']> {
  const row = { ...verified, person_id: personId, short_id: randomUUID(), name: name.trim(), added: now, last_used: null }
  try {
    await insert(query, 'passkey', row)
  } catch (error) {
    if (isDuplicate(error)) throw passkeyRefused('This passkey is registered already.')
    throw error
  }
  return row
}

/**
 * Verifies an answer with a stored passkey and records its use. Throws `passkey_refused`, also if a later answer of the same passkey was here first: then
 * one of the two came from a copy.
 */
export async function verifyPasskey(
  query: Query,
  origin: string,
  challenge: string,
  credential: z.output<typeof Credential>,
  now: number,
): Promise<GatewayTables['passkey']> {
  const passkey = await rowsWith(query, 'passkey', { id: credential.id }).selectAll().executeTakeFirst()
  if (!passkey) throw passkeyRefused('This passkey is not registered here. It may have been removed.')
  const counter = await verifiedCounter(origin, challenge, credential, passkey)
  const updated = await update(query, 'passkey', { id: passkey.id, counter: passkey.counter }, { counter, last_used: now })
  // Authenticators without a counter always send 0.
  if (!updated && counter > 0) throw passkeyRefused('This passkey was used twice at once. Try again.')
  return passkey
}

/** Replaces the recovery codes of a person. Resolves to the new ones, of which only hashes are stored. @param now Unix seconds */
export async function replaceRecoveryCodes(query: Query, personId: string, now: number): Promise<string[]> {
  const codes = newRecoveryCodes()
  await remove(query, 'recovery_code', { person_id: personId })
  const rows = codes.map((code) => ({ hash: recoveryCodeHash(code), person_id: personId, created: now, used: null }))
  await insert(query, 'recovery_code', rows)
  return codes
}
