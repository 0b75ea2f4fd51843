import type { GrantedChats } from '#contract/gateway/grant.ts'
import type { RoleName } from '#contract/gateway/role-names.ts'
import { limitsOf, rightsOf, type LimitChanges, type RoleChanges } from '#contract/gateway/rights.ts'
import type { Member } from '../access/member.ts'

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

/** The chat of the grants below, and one outside of them. */
export const [ownChat, otherChat] = [7, 8] as const

/** About whom the tables of rights decide: each role, and a Manager of all chats. */
export const people = [
  { name: 'owner', role: 'owner', chats: 'all' },
  { name: 'manager of all chats', role: 'manager', chats: 'all' },
  { name: 'manager', role: 'manager', chats: [ownChat] },
  { name: 'moderator', role: 'moderator', chats: [ownChat] },
  { name: 'host', role: 'host', chats: [ownChat] },
  { name: 'accountant', role: 'accountant', chats: [] },
] as const satisfies { name: string; role: RoleName; chats: GrantedChats }[]

type ForEach<People extends readonly unknown[], Decision> = { readonly [Index in keyof People]: Decision }
/** What is expected of each of them, in their order. */
export type ForEveryone<Decision> = ForEach<typeof people, Decision>
