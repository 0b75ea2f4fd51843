import { randomBytes } from 'node:crypto'
import type { Query } from '../session/tables.ts'
import { hashOf } from './secrets.ts'

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
  await query
    .insertInto('challenge')
    .values({ hash: hashOf(challenge), purpose, data, expires: now + challengeSeconds })
    .execute()
  return challenge
}

/** Uses up a challenge. Resolves to its data, or null if it does not exist, has expired or was made for something else; it is gone in any case. */
export async function takeChallenge(query: Query, challenge: string, purpose: string, now: number): Promise<string | null> {
  const row = await query.deleteFrom('challenge').where('hash', '=', hashOf(challenge)).returningAll().executeTakeFirst()
  return row && row.purpose === purpose && row.expires > now ? row.data : null
}

/** The data of a challenge that was made for this purpose, without using it up; it may have expired. */
export async function readChallenge(query: Query, challenge: string, purpose: string): Promise<string | undefined> {
  const found = query.selectFrom('challenge').select('data').where('hash', '=', hashOf(challenge)).where('purpose', '=', purpose)
  return (await found.executeTakeFirst())?.data
}

export const deleteExpiredChallenges = async (query: Query, now: number): Promise<void> =>
  void (await query.deleteFrom('challenge').where('expires', '<=', now).execute())
