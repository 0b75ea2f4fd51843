import type { z } from 'zod/mini'
import { GrantedChats } from '#contract/gateway/grant.ts'
import type { RoleName } from '#contract/gateway/role-names.ts'
import { LimitChanges, limitsOf, RoleChanges, rightsOf, type Limits, type Right } from '#contract/gateway/rights.ts'

/** The person of a session, as each request needs it. Read anew with every request, so that a removal or a changed right holds from the next one. */
export interface Member {
  id: string
  name: string
  role: RoleName
  rights: readonly Right[]
  chats: GrantedChats
  limits: Limits
  /** Unix seconds. Until then the person may not change rights, after a sign-in with a recovery code; 0 = not waiting. */
  waitingUntil: number
  /** The session began with a recovery code and can only register a passkey. */
  mustRegisterPasskey: boolean
}

/** What is stored of a person's grant and of the roles of the team, as JSON. */
interface GrantRow {
  role: RoleName
  chats: string
  limits: string
  /** Of the team. */
  roles: string
}

type GrantOfMember = Pick<Member, 'role' | 'rights' | 'chats' | 'limits'>

const maxRemembered = 500

/** Every request needs its person's grant, and few differ: the JSON of each is parsed once. */
const grants = new Map<string, GrantOfMember>()

export function grantOf(row: GrantRow): GrantOfMember {
  const key = JSON.stringify([row.role, row.chats, row.limits, row.roles])
  const known = grants.get(key)
  if (known) return known
  const changes = fromJson(RoleChanges, row.roles)
  const { role } = row
  const limits = limitsOf(role, changes, fromJson(LimitChanges, row.limits))
  const grant = { role, rights: rightsOf(role, changes), chats: fromJson(GrantedChats, row.chats), limits }
  if (grants.size >= maxRemembered) grants.clear()
  grants.set(key, grant)
  return grant
}

/** Throws if the text is not as this release writes it: a grant that cannot be read allows nothing. */
export const fromJson = <T extends z.ZodMiniType>(schema: T, text: string): z.output<T> => schema.parse(JSON.parse(text))
