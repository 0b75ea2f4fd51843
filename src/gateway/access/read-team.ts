import { GrantedChats } from '#contract/gateway/grant.ts'
import { LimitChanges, RoleChanges } from '#contract/gateway/rights.ts'
import type { Invitation, Person, Team } from '#contract/gateway/people.ts'
import { rowsWith } from '#db/rows.ts'
import type { Query, GatewayTables } from '../database/database.ts'
import { fromJson } from './member.ts'
import { activePeople } from './team-of-session.ts'

/** Somebody whose last request is at most this old is active. The time of a request is recorded at most once a minute. */
const activeSeconds = 120

/** The team of an account as its Owners see it. @param now Unix seconds */
export async function readTeam(query: Query, workspace: string, now: number): Promise<Team> {
  const team = await rowsWith(query, 'team', { workspace }).selectAll().executeTakeFirst()
  const people = await activePeople(query, workspace).selectAll().orderBy('joined').orderBy('id').execute()
  const counts = await passkeyCounts(
    query,
    people.map(({ id }) => id),
  )
  const invitations = await openInvitations(query, workspace).selectAll().orderBy('created').execute()
  return {
    on: team?.since
      ? {
          since: team.since,
          by: team.turned_on_by,
          tokenEnd: team.token_end,
          tokenChecked: team.token_checked,
          isTokenRejected: team.token_rejected === 1,
        }
      : null,
    people: people.map((row) => personOf(row, counts.get(row.id) ?? 0, now)),
    invitations: invitations.map(invitationOf),
    roles: team ? fromJson(RoleChanges, team.roles) : {},
    rolesRevision: team?.roles_revision ?? 0,
  }
}

/** Neither accepted nor revoked; those that have expired stay in the list, so that their link can be renewed. */
export const openInvitations = (query: Query, workspace: string) =>
  rowsWith(query, 'invitation', { workspace, accepted: null, revoked: null })

async function passkeyCounts(query: Query, people: readonly string[]): Promise<Map<string, number>> {
  if (people.length === 0) return new Map()
  const rows = await rowsWith(query, 'passkey', { person_id: people })
    .select(['person_id', (is) => is.fn.countAll<number>().as('passkeys')])
    .groupBy('person_id')
    .execute()
  return new Map(rows.map(({ person_id, passkeys }) => [person_id, passkeys]))
}

export const personOf = (row: GatewayTables['person'], passkeys: number, now: number): Person => ({
  ...grantFields(row),
  joined: row.joined,
  lastSeen: row.last_seen,
  isActive: row.last_seen !== null && now - row.last_seen <= activeSeconds,
  passkeys,
  hasUsedRecoveryCode: row.used_recovery_code === 1,
  waitingUntil: row.waiting_until > now ? row.waiting_until : 0,
  revision: row.revision,
})

export const invitationOf = (row: GatewayTables['invitation']): Invitation => ({
  ...grantFields(row),
  created: row.created,
  expires: row.expires,
})

const grantFields = (row: Omit<GrantColumns, 'workspace'>) => ({
  id: row.id,
  name: row.name,
  role: row.role,
  chats: fromJson(GrantedChats, row.chats),
  limits: fromJson(LimitChanges, row.limits),
  email: row.email,
  invitedBy: row.invited_by,
})

/** What a person and an invitation have in common. */
type GrantColumns = Pick<GatewayTables['person'], 'id' | 'workspace' | 'name' | 'role' | 'chats' | 'limits' | 'email' | 'invited_by'>
