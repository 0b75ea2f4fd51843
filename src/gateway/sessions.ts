import { createHash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { freshTokenMinutes, jwtEnd } from '#contract/session.ts'
import { seal, unseal } from './seal.ts'
import type { SessionTables } from './session-table.ts'

const minute = 60
const hour = 60 * minute

/** Seconds that a session lives: unused, and in all. */
const lives = {
  plain: { idle: 30 * minute, whole: 12 * hour },
  kept: { idle: 24 * hour, whole: 7 * 24 * hour },
}

/** The longest life of a session that is not kept, in seconds. */
export const plainLife = lives.plain.whole

/** A session that lives. Times are Unix seconds. */
export interface LiveSession {
  hash: string
  /** The token for the service. It must not leave the server. */
  token: string
  account: { id: number; name: string; email: string }
  keep: boolean
  idleEnd: number
  end: number
  tokenEnd: number | null
  /** Until then final acts need no fresh token; 0 where the token was not entered again yet. */
  freshUntil: number
}

export interface Sessions {
  /** A new session; `id` is the secret for the cookie and is kept nowhere else. `renewed` = the token was asked for in the middle of work. */
  start: (draft: Pick<LiveSession, 'token' | 'account' | 'keep'> & { renewed?: boolean }) => Promise<{ id: string; session: LiveSession }>
  /** The session of an id, or null where there is none or it has ended. With `use` this counts as using it. */
  find: (id: string | undefined, use: boolean) => Promise<LiveSession | null>
  /** Notes that the token was entered again just now. */
  confirm: (hash: string) => Promise<void>
  end: (hash: string) => Promise<void>
  /** Removes what has ended. */
  sweep: () => Promise<void>
}

/** When a token says it ends, in whole Unix seconds; null where it says nothing. Its signature is the service's business: here the date can only make a session shorter. */
export function tokenEnd(token: string): number | null {
  const end = Math.floor(jwtEnd(token) ?? NaN)
  return Number.isSafeInteger(end) ? end : null
}

const freshEnd = (entered: number | null): number => (entered === null ? 0 : entered + freshTokenMinutes * minute)

export const sessionHash = (id: string): string => createHash('sha256').update(id).digest('hex')

/** @param now the time in Unix seconds */
export function createSessions(query: Kysely<SessionTables>, key: Buffer, now: () => number): Sessions {
  async function start({ token, account, keep, renewed = false }: Parameters<Sessions['start']>[0]) {
    const id = randomBytes(32).toString('base64url')
    const hash = sessionHash(id)
    const life = keep ? lives.kept : lives.plain
    const created = now()
    const ofToken = tokenEnd(token)
    const ends = Math.min(created + life.whole, ofToken ?? Infinity)
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
        idle_seconds: life.idle,
        ends,
        keep: keep ? 1 : 0,
        token_end: ofToken,
        token_entered: renewed ? created : null,
      })
      .execute()
    const idleEnd = Math.min(created + life.idle, ends)
    const freshUntil = freshEnd(renewed ? created : null)
    return { id, session: { hash, token, account, keep, idleEnd, end: ends, tokenEnd: ofToken, freshUntil } }
  }

  async function find(id: string | undefined, use: boolean): Promise<LiveSession | null> {
    if (!id) return null
    const hash = sessionHash(id)
    const row = await query.selectFrom('session').selectAll().where('hash', '=', hash).executeTakeFirst()
    if (!row) return null
    const time = now()
    if (time >= row.ends || time >= row.last_seen + row.idle_seconds) {
      await end(hash)
      return null
    }
    // Several gateways may share the table and not the key: what this one cannot open is left to the others.
    const token = unseal(row.sealed_token, hash, key)
    if (token === null) return null
    // Once a minute is often enough, and spares a write with every read.
    const seen = use && time - row.last_seen >= minute ? time : row.last_seen
    if (seen !== row.last_seen) await noteUse(hash, seen)
    return {
      hash,
      token,
      account: { id: row.account_id, name: row.account_name, email: row.account_email },
      keep: row.keep === 1,
      idleEnd: Math.min(seen + row.idle_seconds, row.ends),
      end: row.ends,
      tokenEnd: row.token_end,
      freshUntil: freshEnd(row.token_entered),
    }
  }

  async function noteUse(hash: string, seen: number) {
    try {
      await query.updateTable('session').set({ last_seen: seen }).where('hash', '=', hash).execute()
    } catch {
      // On a full disk people can still read: the note is not worth a refusal.
    }
  }

  async function confirm(hash: string) {
    await query.updateTable('session').set({ token_entered: now() }).where('hash', '=', hash).execute()
  }

  async function end(hash: string) {
    await query.deleteFrom('session').where('hash', '=', hash).execute()
  }

  async function sweep() {
    const time = now()
    await query
      .deleteFrom('session')
      .where((is) => is.or([is('ends', '<=', time), is(is('last_seen', '+', is.ref('idle_seconds')), '<=', time)]))
      .execute()
  }

  return { start, find, confirm, end, sweep }
}
