import { createHash, randomBytes } from 'node:crypto'
import { type EndedCode, freshTokenMinutes, jwtEnd } from '#contract/session.ts'
import type { TokenRole } from '#contract/gateway/scoped-tokens.ts'
import { insert, update } from '#db/rows.ts'
import type { Member } from '../access/member.ts'
import type { Keys } from './seal.ts'
import { type SessionRow, confirmedIn, memberIn, sessionReader } from './session-row.ts'
import type { Query, GatewayTables } from '../database/database.ts'
import type { SignInMethod } from '../database/people.ts'

export type Identity = (accountId: number) => string

const minute = 60
const hour = 60 * minute

/** Lifetimes in seconds: without use, and in total. */
const lifetimes = {
  plain: { idle: 30 * minute, absolute: 12 * hour },
  kept: { idle: 24 * hour, absolute: 7 * 24 * hour },
}
/** How long a replaced session id is still accepted after its successor is in use: for requests that were under way. */
const replacedIdSeconds = 30

export const defaultLifetimeSeconds = lifetimes.plain.absolute

/** Times are Unix seconds. */
export interface ActiveSession {
  hash: string
  /** The token for the service. It never leaves the server. */
  token: string
  account: { id: number; name: string; email: string }
  /** The identity of the account, under which everything is stored that the gateway keeps for it. */
  workspace: string
  keep: boolean
  idleEnd: number
  end: number
  tokenEnd: number | null
  /** Until when step-up authentication is valid for everything; 0 if the token has not been entered again. */
  freshUntil: number
  /** What was confirmed for itself (contract/session.ts, confirmScope), and until when that holds. */
  confirmed: { scopes: readonly string[]; until: number }
  /** null: team access is off. */
  team: { sealedToken: string; tokenChecked: number | null; isTokenRejected: boolean } | null
  /** null: whoever signed in with the account's token, and may do everything. Of a scoped token: what it may do. */
  member: Member | null
  /** The token of a program, for which this session lasts one request; null = a person's session. */
  scopedToken: { id: string; label: string; role: TokenRole; expires: number } | null
  /** `api`: a scoped token. */
  method: SignInMethod | 'api'
  /** The client's network address and user agent when it began. */
  address: string
  agent: string
}

interface SessionDraft extends Pick<ActiveSession, 'account' | 'keep' | 'address' | 'agent'> {
  method: SignInMethod
  /** Of a person: their sessions use the sealed token of the workspace. */
  personId?: string
  /** Of everybody else; '' with a person. */
  token: string
  /** The user signed in again to continue an ended session. */
  renewed?: boolean
}

export type Sessions = ReturnType<typeof createSessions>

/** The expiry claimed by a token in whole Unix seconds, or null. The signature is not checked: the claim can only shorten the session. */
export function tokenExpiryOf(token: string): number | null {
  const end = Math.floor(jwtEnd(token) ?? NaN)
  return Number.isSafeInteger(end) ? end : null
}

export const sessionHash = (id: string): string => createHash('sha256').update(id).digest('hex')

/** Whether step-up authentication is valid for this action on this target. */
export const isConfirmed = ({ freshUntil, confirmed }: ActiveSession, scope: string, time: number): boolean =>
  freshUntil > time || (confirmed.until > time && confirmed.scopes.includes(scope))

function newId() {
  const id = randomBytes(32).toString('base64url')
  return { id, hash: sessionHash(id) }
}

/** @param now the time in Unix seconds */
export function createSessions(query: Query, keys: Keys, identity: Identity, now: () => number) {
  const readSession = sessionReader(query)

  /** Starts a session. `id` is the secret for the cookie and is stored nowhere else. */
  async function start({ token, account, keep, renewed = false, method, address, agent, personId }: SessionDraft) {
    const { id, hash } = newId()
    const lifetime = keep ? lifetimes.kept : lifetimes.plain
    const created = now()
    const tokenExpiry = tokenExpiryOf(token)
    const ends = Math.min(created + lifetime.absolute, tokenExpiry ?? Infinity)
    await insert(query, 'session', {
      hash,
      sealed_token: personId === undefined ? keys.seal('session', hash, token) : '',
      account_id: account.id,
      account_name: account.name,
      account_email: account.email,
      workspace: identity(account.id),
      created,
      last_seen: created,
      idle_seconds: lifetime.idle,
      ends,
      keep: keep ? 1 : 0,
      token_end: tokenExpiry,
      token_entered: renewed ? created : null,
      person_id: personId ?? null,
      method,
      address,
      agent,
      ended: '',
      confirmed: '',
      previous_hash: '',
      previous_ends: null,
    })
    const session = await find(id, false)
    if (!session) throw new Error('the session ended as it began')
    return { id, session }
  }

  /** The session of an id, or null if there is none or it has ended. @param use whether this counts as using the session */
  async function find(id: string | undefined, use: boolean): Promise<ActiveSession | null> {
    if (!id) return null
    const hash = sessionHash(id)
    const row = await readSession(hash, now())
    if (!row || endOf(row) !== null) return null
    const time = now()
    // What began before sessions named their account belongs to none.
    if (row.workspace === '' || time >= row.ends || time >= row.last_seen + row.idle_seconds) {
      await end(row.hash)
      return null
    }
    // Several gateways may share the table but not the key: a session that this one cannot decrypt belongs to another.
    const token = tokenOf(row)
    if (token === null) return null
    const isCurrentId = row.hash === hash
    // At most once a minute, to avoid a write with every read.
    const seen = use && time - row.last_seen >= minute ? time : row.last_seen
    await recordUse(row, seen, isCurrentId && row.previous_hash !== '' && row.previous_ends === null)
    return {
      hash: row.hash,
      token,
      account: { id: row.account_id, name: row.account_name, email: row.account_email },
      workspace: row.workspace,
      keep: row.keep === 1,
      idleEnd: Math.min(seen + row.idle_seconds, row.ends),
      end: row.ends,
      tokenEnd: row.token_end,
      // A replaced id confirms nothing: somebody else may have it.
      freshUntil: isCurrentId && row.token_entered !== null ? row.token_entered + freshTokenMinutes * minute : 0,
      confirmed: isCurrentId ? confirmedIn(row) : confirmedIn({ confirmed: '' }),
      team: teamIn(row),
      member: memberIn(row),
      scopedToken: null,
      method: row.method,
      address: row.address,
      agent: row.agent,
    }
  }

  const tokenOf = (row: SessionRow) =>
    row.person_id === null
      ? keys.unseal('session', row.hash, row.sealed_token)
      : keys.unseal('workspace-token', row.workspace, row.team_token ?? '')

  async function recordUse(row: SessionRow, seen: number, isNewIdInUse: boolean) {
    if (seen === row.last_seen && !isNewIdInUse) return
    try {
      const previous = isNewIdInUse ? { previous_ends: now() + replacedIdSeconds } : {}
      await update(query, 'session', { hash: row.hash }, { last_seen: seen, ...previous })
      if (row.person_id !== null) await update(query, 'person', { id: row.person_id }, { last_seen: seen })
    } catch {
      // On a full disk reads still work; failing to record the use is no reason to refuse them.
    }
  }

  /** Why the session of an id ended before its time; null if it did not, or if it is not known any more. */
  async function endedBecause(id: string | undefined) {
    const row = id ? await readSession(sessionHash(id), now()) : undefined
    return row ? endOf(row) : null
  }

  /**
   * Records step-up authentication and replaces the id of the session (session fixation). Resolves to the new id for the cookie.
   * @param scopes what was confirmed; null = everything, because the token was entered
   */
  function confirm(session: ActiveSession, scopes: readonly string[] | null): Promise<string> {
    const until = now() + freshTokenMinutes * minute
    return replaceId(session, scopes ? { confirmed: JSON.stringify({ scopes, until }) } : { token_entered: now() })
  }

  /** Makes it the session of a person, for whom the sealed token is used from now on, under a new id. */
  const giveTo = (session: ActiveSession, personId: string): Promise<string> =>
    replaceId(session, { person_id: personId, sealed_token: '', token_entered: now() })

  async function replaceId(session: ActiveSession, changes: Partial<GatewayTables['session']>): Promise<string> {
    const { id, hash } = newId()
    await query
      .updateTable('session')
      .set((is) => ({
        hash,
        previous_hash: is.ref('hash'),
        previous_ends: null,
        // It is bound to the hash. A person's session has none.
        sealed_token: is
          .case()
          .when('person_id', 'is', null)
          .then(keys.seal('session', hash, session.token))
          .else('')
          .end(),
        ...changes,
      }))
      // Another tab may have replaced it a moment before.
      .where((is) => is.or([is('hash', '=', session.hash), is('previous_hash', '=', session.hash)]))
      .execute()
    return id
  }

  async function end(hash: string) {
    await query
      .deleteFrom('session')
      .where((is) => is.or([is('hash', '=', hash), is('previous_hash', '=', hash)]))
      .execute()
  }

  async function deleteExpired() {
    const time = now()
    await query
      .deleteFrom('session')
      .where((is) => is.or([is('ends', '<=', time), is(is('last_seen', '+', is.ref('idle_seconds')), '<=', time)]))
      .execute()
  }

  return { start, find, endedBecause, confirm, giveTo, end, deleteExpired }
}

/** Of the account; null where it is off. */
const teamIn = ({ team_since, team_token, token_checked, token_rejected }: SessionRow): ActiveSession['team'] =>
  team_since === null ? null : { sealedToken: team_token ?? '', tokenChecked: token_checked, isTokenRejected: token_rejected === 1 }

/** Why a session that is still stored does not count any more. */
function endOf(row: SessionRow): EndedCode | null {
  if (row.ended !== '') return row.ended
  if (row.person_id === null) return null
  // These two are recorded with the session as well; a person's row decides in any case.
  if (row.person_name === null || row.person_removed !== null) return 'removed'
  return row.team_since === null ? 'team_off' : null
}
