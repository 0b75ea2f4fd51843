import { createHash, randomBytes } from 'node:crypto'
import type { Database } from '#db/open.ts'
import { nextId } from '../ids.ts'
import type { Tables } from '../tables.ts'
import { toSeconds } from '../times.ts'

/** Accounts and their access tokens. Neither can be made through the API (docs/assumptions.md row 1). */

/** What a plan allows where nobody says otherwise: the API document gives every account a number for each. */
export const planDefaults = { rooms: 1000, admins: 100, users: 10_000, keywords: 1000 }

export type PlanMaxima = typeof planDefaults

interface NewAccount extends Partial<Record<keyof PlanMaxima, number | undefined>> {
  email: string
  name: string
}

/** Resolves to the new account's id. @param now milliseconds */
export async function createAccount(database: Database<Tables>, account: NewAccount, now = Date.now()): Promise<number> {
  const { email, name, rooms, admins, users, keywords } = account
  const id = await nextId(database.query, 'account')
  await database.query
    .insertInto('account')
    .values({
      id,
      email,
      name,
      company: '',
      payment_email: '',
      currency: null,
      country_id: null,
      address: '',
      city: '',
      state: '',
      unit: '',
      zip_code: '',
      reserved_name: '',
      token_key: randomBytes(16).toString('hex'),
      plan_rooms: rooms ?? planDefaults.rooms,
      plan_admins: admins ?? planDefaults.admins,
      plan_users: users ?? planDefaults.users,
      plan_keywords: keywords ?? planDefaults.keywords,
      used_admins: 0,
      used_keywords: 0,
      social: 1,
      network_one_link: '',
      network_two_name: '',
      created: toSeconds(now),
    })
    .execute()
  return id
}

interface NewToken {
  accountId: number
  label?: string | undefined
  /** Unix seconds; left out = never. */
  expires?: number | undefined
}

/** The only moment at which the token can be read: the database keeps its hash. Rejects where the account does not exist. @param now milliseconds */
export async function createToken(
  database: Database<Tables>,
  { accountId, label = '', expires }: NewToken,
  now = Date.now(),
): Promise<{ tokenId: number; token: string }> {
  const account = await database.query.selectFrom('account').select('id').where('id', '=', accountId).executeTakeFirst()
  if (!account) throw new Error(`There is no account ${accountId}`)
  const token = `rk_${randomBytes(32).toString('base64url')}`
  const tokenId = await nextId(database.query, 'token')
  await database.query
    .insertInto('token')
    .values({
      id: tokenId,
      account_id: accountId,
      hash: hashOf(token),
      label,
      created: toSeconds(now),
      last_used: null,
      expires: expires ?? null,
      revoked: null,
    })
    .execute()
  return { tokenId, token }
}

/** Resolves to whether there was such a token, still in force. From then on it opens nothing. @param now milliseconds */
export async function revokeToken(database: Database<Tables>, tokenId: number, now = Date.now()): Promise<boolean> {
  const { numUpdatedRows } = await database.query
    .updateTable('token')
    .set({ revoked: toSeconds(now) })
    .where('id', '=', tokenId)
    .where('revoked', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

const demoLabel = 'demo sign-in'

/** A token for one session of the demo account. @param expires Unix seconds */
export async function createDemoToken(database: Database<Tables>, accountId: number, expires: number): Promise<string> {
  const { token } = await createToken(database, { accountId, label: demoLabel, expires })
  return token
}

/** Removes the tokens of demo sessions that have ended, of which every sign-in to the demo leaves one. @param now milliseconds */
export async function forgetDemoTokens({ query }: Database<Tables>, now = Date.now()): Promise<void> {
  await query.deleteFrom('token').where('label', '=', demoLabel).where('expires', '<=', toSeconds(now)).execute()
}

const shapeOfToken = /^rk_[\w-]{43}$/
/** Seconds between two notes of a token's use: a read must not cost a write each time. */
const useInterval = 60

/**
 * Who a token stands for, or null where it opens nothing. @param now milliseconds
 * The look-up is by the SHA-256 of 256 random bits: its timing tells a guesser about hashes, from which no token can be worked out.
 */
export async function verifyToken(
  database: Database<Tables>,
  token: string,
  now = Date.now(),
): Promise<{ tokenId: number; accountId: number } | null> {
  if (!shapeOfToken.test(token)) return null
  const found = await database.query
    .selectFrom('token')
    .select(['id', 'account_id', 'expires', 'revoked', 'last_used'])
    .where('hash', '=', hashOf(token))
    .executeTakeFirst()
  const seconds = toSeconds(now)
  if (!found || found.revoked !== null || (found.expires !== null && found.expires <= seconds)) return null
  if (found.last_used === null || found.last_used <= seconds - useInterval) await noteUse(database, found.id, seconds)
  return { tokenId: found.id, accountId: found.account_id }
}

async function noteUse(database: Database<Tables>, tokenId: number, seconds: number): Promise<void> {
  try {
    await database.query
      .updateTable('token')
      .set({ last_used: seconds })
      .where('id', '=', tokenId)
      .where((eb) => eb.or([eb('last_used', 'is', null), eb('last_used', '<=', seconds - useInterval)]))
      .execute()
  } catch {
    // On a full disk people can still read: the note is not worth a refusal.
  }
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')
