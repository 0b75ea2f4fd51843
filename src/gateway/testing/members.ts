import type { GrantedChats, RoleName } from '#contract/workspace/grant.ts'
import { limitsOf, rightsOf, type LimitChanges, type RoleChanges } from '#contract/workspace/rights.ts'
import type { Member } from '../workspace/member.ts'

interface Options {
  id?: string
  changes?: RoleChanges
  limits?: LimitChanges
  mustRegisterPasskey?: boolean
}

/** A person of a team as a session has it. */
export const member = (role: RoleName, chats: GrantedChats, options: Options = {}): Member => {
  const { id = role, changes = {}, limits = {}, mustRegisterPasskey = false } = options
  return {
    id,
    name: `The ${role}`,
    role,
    rights: rightsOf(role, changes),
    chats,
    limits: limitsOf(role, changes, limits),
    waitingUntil: 0,
    mustRegisterPasskey,
  }
}
