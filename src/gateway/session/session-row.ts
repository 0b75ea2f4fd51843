import type { InferResult } from 'kysely'
import { grantOf, type Member } from '../access/member.ts'
import type { Query } from '../database/database.ts'

/** A session with its person and the team of its account, in one read: every request needs all three. */
export type SessionRow = InferResult<ReturnType<typeof sessionRows>>[number]

/**
 * Returns a function that reads the session of a hash of the id in a cookie, or of the id that it replaced a moment ago. The statement is compiled once:
 * building it would take as long as running it.
 */
export function sessionReader(query: Query) {
  const byHash = sessionRows(query).where('session.hash', '=', '').compile()
  /** @param time Unix seconds */
  return async (hash: string, time: number) => {
    const { rows } = await query.executeQuery<SessionRow>({ ...byHash, parameters: [hash] })
    return rows[0] ?? replacedSessionRow(query, hash, time)
  }
}

const replacedSessionRow = (query: Query, hash: string, time: number) =>
  sessionRows(query)
    .where('session.previous_hash', '=', hash)
    .where((is) => is.or([is('session.previous_ends', 'is', null), is('session.previous_ends', '>', time)]))
    .executeTakeFirst()

const sessionRows = (query: Query) =>
  query
    .selectFrom('session')
    .leftJoin('person', 'person.id', 'session.person_id')
    .leftJoin('team', 'team.workspace', 'session.workspace')
    .selectAll('session')
    .select([
      'person.name as person_name',
      'person.role as person_role',
      'person.chats as person_chats',
      'person.limits as person_limits',
      'person.waiting_until as person_waiting_until',
      'person.removed as person_removed',
      'team.since as team_since',
      'team.sealed_token as team_token',
      'team.token_checked as token_checked',
      'team.token_rejected as token_rejected',
      'team.roles as team_roles',
    ])

export function memberIn(row: SessionRow): Member | null {
  const { person_id: id, person_name: name, person_role: role, person_chats: chats, person_limits: limits, team_roles: roles } = row
  if (id === null) return null
  if (name === null || role === null || chats === null || limits === null || roles === null) throw new Error('a session without its person')
  return {
    id,
    name,
    ...grantOf({ role, chats, limits, roles }),
    waitingUntil: row.person_waiting_until ?? 0,
    mustRegisterPasskey: row.method === 'recovery',
  }
}

interface Confirmed {
  scopes: readonly string[]
  until: number
}

const nothing: Confirmed = { scopes: [], until: 0 }

/** The column is written by sessions.ts only. */
export const confirmedIn = ({ confirmed }: Pick<SessionRow, 'confirmed'>): Confirmed =>
  confirmed === '' ? nothing : (JSON.parse(confirmed) as Confirmed)
