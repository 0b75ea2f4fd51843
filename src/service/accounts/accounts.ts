import { createHash, randomBytes } from 'node:crypto'
import { insert, rowsWith, update } from '#db/rows.ts'
import type { Database } from '#db/open.ts'
import { nextId } from '../ids.ts'
import type { Tables } from '../tables.ts'
import { toUnixSeconds } from '../times.ts'

/** Accounts and their access tokens. The API cannot create either (docs/assumptions.md row 1). */

/** The limits of a plan by default. The API document gives every account a number for each. */
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
  await insert(database.query, 'account', {
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
    token_key: '',
    plan_rooms: rooms ?? planDefaults.rooms,
    plan_admins: admins ?? planDefaults.admins,
    plan_users: users ?? planDefaults.users,
    plan_keywords: keywords ?? planDefaults.keywords,
    used_admins: 0,
    used_keywords: 0,
    social: 1,
    network_one_link: '',
    network_two_name: '',
    created: toUnixSeconds(now),
  })
  return id
}

interface NewToken {
  accountId: number
  label?: string | undefined
  /** Unix seconds; undefined = never. */
  expires?: number | undefined
}

/** Returns the token, of which only the hash is stored. Rejects where the account does not exist. @param now milliseconds */
export async function createToken(
  database: Database<Tables>,
  { accountId, label = '', expires }: NewToken,
  now = Date.now(),
): Promise<{ tokenId: number; token: string }> {
  const account = await rowsWith(database.query, 'account', { id: accountId }).select('id').executeTakeFirst()
  if (!account) throw new Error(`There is no account ${accountId}`)
  const token = `rk_${randomBytes(32).toString('base64url')}`
  const tokenId = await nextId(database.query, 'token')
  await insert(database.query, 'token', {
    id: tokenId,
    account_id: accountId,
    hash: hashOf(token),
    label,
    created: toUnixSeconds(now),
    last_used: null,
    expires: expires ?? null,
    revoked: null,
  })
  return { tokenId, token }
}

/** Resolves to whether the token existed and was not revoked yet. @param now milliseconds */
export async function revokeToken(database: Database<Tables>, tokenId: number, now = Date.now()): Promise<boolean> {
  return update(database.query, 'token', { id: tokenId, revoked: null }, { revoked: toUnixSeconds(now) })
}

const demoLabel = 'demo sign-in'

/** A token for one session of the demo account. @param expires Unix seconds */
export async function createDemoToken(database: Database<Tables>, accountId: number, expires: number): Promise<string> {
  const { token } = await createToken(database, { accountId, label: demoLabel, expires })
  return token
}

/** Deletes the tokens of demo sessions that have ended: every sign-in to the demo creates one. @param now milliseconds */
export async function deleteExpiredDemoTokens({ query }: Database<Tables>, now = Date.now()): Promise<void> {
  await query.deleteFrom('token').where('label', '=', demoLabel).where('expires', '<=', toUnixSeconds(now)).execute()
}

const tokenPattern = /^rk_[\w-]{43}$/
/** How often the use of a token is recorded, so that not every read costs a write. */
const useRecordIntervalSeconds = 60

/**
 * The account of a token, or null where the token is not valid. @param now milliseconds
 * The token is looked up by its SHA-256, so the timing of the query reveals nothing about valid tokens.
 */
export async function verifyToken(
  database: Database<Tables>,
  token: string,
  now = Date.now(),
): Promise<{ tokenId: number; accountId: number; label: string } | null> {
  if (!tokenPattern.test(token)) return null
  const found = await rowsWith(database.query, 'token', { hash: hashOf(token) })
    .select(['id', 'account_id', 'label', 'expires', 'revoked', 'last_used'])
    .executeTakeFirst()
  const seconds = toUnixSeconds(now)
  if (!found || found.revoked !== null || (found.expires !== null && found.expires <= seconds)) return null
  if (found.last_used === null || found.last_used <= seconds - useRecordIntervalSeconds) await recordUse(database, found.id, seconds)
  return { tokenId: found.id, accountId: found.account_id, label: found.label }
}

async function recordUse(database: Database<Tables>, tokenId: number, seconds: number): Promise<void> {
  try {
    await database.query
      .updateTable('token')
      .set({ last_used: seconds })
      .where('id', '=', tokenId)
      .where((eb) => eb.or([eb('last_used', 'is', null), eb('last_used', '<=', seconds - useRecordIntervalSeconds)]))
      .execute()
  } catch {
    // With a full disk reads must still work, so recording the use is not worth a refusal.
  }
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')
