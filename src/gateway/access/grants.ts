import type { GrantedChats } from '#contract/gateway/grant.ts'
import type { RoleName } from '#contract/gateway/role-names.ts'
import { type LimitChanges, roles } from '#contract/gateway/rights.ts'
import { emailPattern } from '#contract/values.ts'
import { invalid } from '#http/refusal.ts'
import type { GatewayTables, Query } from '../database/database.ts'
import { openInvitations } from './read-team.ts'
import { activePeople } from './team-of-session.ts'

/** People and open invitations of one team. */
export const maxTeamSize = 500

interface GrantDraft {
  name: string
  role: RoleName
  chats: GrantedChats
  limits: LimitChanges
  email: string
}

/** A grant as it is stored. What the role does not have is left out: an Owner has every chat and no limit, others may have no chats. */
export function grantColumns({ name, role, chats, limits, email }: GrantDraft) {
  const hasAll = role === 'owner'
  return {
    name: name.trim(),
    role,
    chats: JSON.stringify(hasAll ? 'all' : roles[role].isWithoutChats ? [] : chats),
    limits: JSON.stringify(hasAll ? {} : limits),
    email: email.trim().toLowerCase(),
  }
}

type Other = Pick<GatewayTables['person'], 'id' | 'name' | 'email'>

/** Active people and open invitations, which have a name, an address and a place in the team. @param own one that is left out */
export async function othersIn(query: Query, workspace: string, own?: string): Promise<Other[]> {
  const columns = ['id', 'name', 'email'] as const
  const people = await activePeople(query, workspace).select(columns).execute()
  const invited = await openInvitations(query, workspace).select(columns).execute()
  return [...people, ...invited].filter(({ id }) => id !== own)
}

/** Company sign-in recognises people by their address. */
export function requireFreeEmail(others: readonly Other[], email: string): void {
  if (email === '') return
  if (!emailPattern.test(email)) throw invalid({ email: ['is not an e-mail address'] })
  const other = others.find((one) => one.email === email)
  if (other) throw invalid({ email: [`is the address of ${other.name}`] })
}

/** People are told apart by their names, in the audit log above all, so nobody gets the name of another active person, or of one who is invited. */
export function requireFreeName(others: readonly Other[], name: string): void {
  if (others.some((one) => comparable(one.name) === comparable(name)))
    throw invalid({ name: ['is the name of another person of the team. Enter one that tells you apart'] })
}

const comparable = (name: string) => name.normalize('NFKC').trim().toLowerCase()
