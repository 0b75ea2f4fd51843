import { createHash, randomBytes } from 'node:crypto'
import { recoveryCodeCount } from '#contract/gateway/own-access.ts'
import { scopedTokenPrefix } from '#contract/gateway/scoped-tokens.ts'
import type { Query } from '../database/database.ts'
import { insert, rowsWith } from '#db/rows.ts'

/** Secrets that are shown once. They are random and long, so a plain hash of them reveals nothing. */

export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** Of an invitation link: 256 bits. */
export const newInvitationSecret = (): string => randomBytes(32).toString('base64url')

/** 256 bits. */
export const newScopedToken = (): string => `${scopedTokenPrefix}${randomBytes(32).toString('base64url')}`

/** Crockford's Base32: without letters that look like digits, or like each other. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const codeLength = 16

/** 80 bits in four groups, to be written down. */
function newRecoveryCode(): string {
  const letters = [...randomBytes(codeLength)].map((byte) => alphabet[byte % alphabet.length]!)
  return [0, 4, 8, 12].map((start) => letters.slice(start, start + 4).join('')).join('-')
}

export const newRecoveryCodes = (): string[] => Array.from({ length: recoveryCodeCount }, newRecoveryCode)

/** The hash of a code as somebody types it: hyphens, spaces and upper case do not count, and letters that look like digits are those. */
export const recoveryCodeHash = (typed: string): string =>
  hashOf(typed.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1'))

/** Long enough to look for a security key, or to sign in at a company. */
const challengeSeconds = 5 * 60

/**
 * Creates a challenge (WebAuthn) or state (OpenID) that works once, within five minutes, and only for its purpose.
 * @param purpose as in the table
 * @param data that belongs to it
 * @param now Unix seconds
 */
export async function createChallenge(query: Query, purpose: string, data: string, now: number): Promise<string> {
  const challenge = randomBytes(32).toString('base64url')
  await insert(query, 'challenge', { hash: hashOf(challenge), purpose, data, expires: now + challengeSeconds })
  return challenge
}

/** Uses up a challenge. Resolves to its data, or null if it does not exist, has expired or was made for something else; it is gone in any case. */
export async function takeChallenge(query: Query, challenge: string, purpose: string, now: number): Promise<string | null> {
  const row = await query.deleteFrom('challenge').where('hash', '=', hashOf(challenge)).returningAll().executeTakeFirst()
  return row && row.purpose === purpose && row.expires > now ? row.data : null
}

/** The data of a challenge that was made for this purpose, without using it up; it may have expired. */
export async function readChallenge(query: Query, challenge: string, purpose: string): Promise<string | undefined> {
  const found = rowsWith(query, 'challenge', { hash: hashOf(challenge), purpose }).select('data')
  return (await found.executeTakeFirst())?.data
}

export const deleteExpiredChallenges = async (query: Query, now: number): Promise<void> =>
  void (await query.deleteFrom('challenge').where('expires', '<=', now).execute())
