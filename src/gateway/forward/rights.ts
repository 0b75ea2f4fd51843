import { api, type ApiName } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { allows, allowsEverywhere } from '#contract/workspace/grant.ts'
import type { Right } from '#contract/workspace/rights.ts'
import { noRight } from '../refusals.ts'
import type { Member } from '../workspace/member.ts'

const endpointOf = (name: ApiName): Endpoint => api[name]

/**
 * Whether the person of a session may make a call: the right that the endpoint declares, in the chat of its path. What is not allowed is refused, also
 * for an endpoint that declares a right nobody has.
 * @param member null: whoever signed in with the account's token
 */
export function mayCall(member: Member | null, name: ApiName, params: Record<string, unknown> = {}): boolean {
  const { right, params: schema } = endpointOf(name)
  if (member === null) return true
  if (member.mustRegisterPasskey) return false
  if (right === 'signed-in') return true
  if (right === 'anyone') return false
  const { chatId } = params
  // Nothing within a chat is allowed without knowing which.
  if (schema && typeof chatId !== 'number') return false
  return allows(member, right, typeof chatId === 'number' ? chatId : undefined)
}

/** Throws `no_right`, the same for a chat that does not exist and for one outside the grant. */
export function requireCall(member: Member | null, name: ApiName, params: Record<string, unknown>): void {
  if (!mayCall(member, name, params)) throw noRight()
}

/** For what belongs to no endpoint of the API. @param where 'all chats': the right has to hold in every chat of the account */
export function requireRight(member: Member | null, right: Right, where?: 'all chats'): void {
  if (member === null) return
  const holds = where === 'all chats' ? allowsEverywhere(member, right) : allows(member, right)
  if (member.mustRegisterPasskey || !holds) throw noRight()
}
