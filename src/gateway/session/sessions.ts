import { createHash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { freshTokenMinutes, jwtEnd } from '#contract/session.ts'
import type { Member } from '../workspace/member.ts'
import { seal, unseal } from './seal.ts'
import type { SessionTables, SignInMethod } from './tables.ts'

const minute = 60
const hour = 60 * minute

/** Lifetimes in seconds: without use, and in total. */
const lifetimes = {
  plain: { idle: 30 * minute, absolute: 12 * hour },
  kept: { idle: 24 * hour, absolute: 7 * 24 * hour },
}

export const defaultLifetimeSeconds = lifetimes.plain.absolute

/** Times are Unix seconds. */
export interface ActiveSession {
  hash: string
  /** The token for the service. It never leaves the server. */
  token: string
  account: { id: number; name: string; email: string }
  keep: boolean
  idleEnd: number
  end: number
  tokenEnd: number | null
  /** Until when step-up authentication is valid; 0 if the token has not been entered again. */
  freshUntil: number
  /** null: whoever signed in with the account's token, and may do everything. */
  member: Member | null
  method: SignInMethod
  /** The client's network address and user agent when it began. */
  address: string
  agent: string
}

export interface Sessions {
  /** Starts a session. `id` is the secret for the cookie and is stored nowhere else. `renewed`: the user signed in again to continue an ended session. */
  start: (
    draft: Pick<ActiveSession, 'token' | 'account' | 'keep' | 'method' | 'address' | 'agent'> & { renewed?: boolean },
  ) => Promise<{ id: string; session: ActiveSession }>
  /** The session of an id, or null if there is none or it has ended. @param use whether this counts as using the session */
  find: (id: string | undefined, use: boolean) => Promise<ActiveSession | null>
  /** Records that the token has just been entered again. */
  confirm: (hash: string) => Promise<void>
  end: (hash: string) => Promise<void>
  deleteExpired: () => Promise<void>
}

/** The expiry claimed by a token in whole Unix seconds, or null. The signature is not checked: the claim can only shorten the session. */
export function tokenExpiryOf(token: string): number | null {
  const end = Math.floor(jwtEnd(token) ?? NaN)
  return Number.isSafeInteger(end) ? end : null
}

const freshUntilOf = (entered: number | null): number => (entered === null ? 0 : entered + freshTokenMinutes * minute)

export const sessionHash = (id: string): string => createHash('sha256').update(id).digest('hex')

/** @param now the time in Unix seconds */
export function createSessions(query: Kysely<SessionTables>, key: Buffer, now: () => number): Sessions {
  async function start({ token, account, keep, renewed = false, method, address, agent }: Parameters<Sessions['start']>[0]) {
    const id = randomBytes(32).toString('base64url')
    const hash = sessionHash(id)
    const lifetime = keep ? lifetimes.kept : lifetimes.plain
    const created = now()
    const tokenExpiry = tokenExpiryOf(token)
    const ends = Math.min(created + lifetime.absolute, tokenExpiry ?? Infinity)
    await query
      .insertInto('session')
      .values({
        hash,
        sealed_token: seal(token, hash, key),
        account_id: account.id,
        account_name: account.name,
        account_email: account.email,
        created,
        last_seen: created,
        idle_seconds: lifetime.idle,
        ends,
        keep: keep ? 1 : 0,
        token_end: tokenExpiry,
        token_entered: renewed ? created : null,
        person_id: null,
        method,
        address,
        agent,
      })
      .execute()
    const idleEnd = Math.min(created + lifetime.idle, ends)
    const freshUntil = freshUntilOf(renewed ? created : null)
    const from = { method, address, agent }
    return { id, session: { hash, token, account, keep, idleEnd, end: ends, tokenEnd: tokenExpiry, freshUntil, member: null, ...from } }
  }

  async function find(id: string | undefined, use: boolean): Promise<ActiveSession | null> {
    if (!id) return null
    const hash = sessionHash(id)
    const row = await query.selectFrom('session').selectAll().where('hash', '=', hash).executeTakeFirst()
    if (!row) return null
    const time = now()
    if (time >= row.ends || time >= row.last_seen + row.idle_seconds) {
      await end(hash)
      return null
    }
    // Several gateways may share the table but not the key: a session that this one cannot decrypt belongs to another.
    const token = unseal(row.sealed_token, hash, key)
    if (token === null) return null
    // At most once a minute, to avoid a write with every read.
    const seen = use && time - row.last_seen >= minute ? time : row.last_seen
    if (seen !== row.last_seen) await recordUse(hash, seen)
    return {
      hash,
      token,
      account: { id: row.account_id, name: row.account_name, email: row.account_email },
      keep: row.keep === 1,
      idleEnd: Math.min(seen + row.idle_seconds, row.ends),
      end: row.ends,
      tokenEnd: row.token_end,
      freshUntil: freshUntilOf(row.token_entered),
      member: null,
      method: row.method,
      address: row.address,
      agent: row.agent,
    }
  }

  async function recordUse(hash: string, seen: number) {
    try {
      await query.updateTable('session').set({ last_seen: seen }).where('hash', '=', hash).execute()
    } catch {
      // On a full disk reads still work; failing to record the use is no reason to refuse them.
    }
  }

  async function confirm(hash: string) {
    await query.updateTable('session').set({ token_entered: now() }).where('hash', '=', hash).execute()
  }

  async function end(hash: string) {
    await query.deleteFrom('session').where('hash', '=', hash).execute()
  }

  async function deleteExpired() {
    const time = now()
    await query
      .deleteFrom('session')
      .where((is) => is.or([is('ends', '<=', time), is(is('last_seen', '+', is.ref('idle_seconds')), '<=', time)]))
      .execute()
  }

  return { start, find, confirm, end, deleteExpired }
}
