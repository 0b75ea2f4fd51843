import { z } from 'zod/mini'
import { id } from '../values.ts'
import type { Right } from './rights.ts'

/** Who may do what, decided from the rights of a session. It knows no table of rights, so that the first load of the page needs none. */

/** The chats of a grant. */
export const GrantedChats = z.union([z.literal('all'), z.array(id).check(z.maxLength(5000))])
export type GrantedChats = z.output<typeof GrantedChats>

/** What a person may do: the rights of the role, in the chats of the grant. */
export interface Grant {
  rights: readonly string[]
  chats: GrantedChats
}

/**
 * Whether a grant includes a right. The single decision of gateway and dashboard; what it does not name is not allowed.
 * @param grant null: whoever signed in with the account's token, and may do everything
 * @param chatId the chat of the request; undefined where the question is whether the right is there at all
 */
export function allows(grant: Grant | null, name: Right, chatId?: number): boolean {
  if (grant === null) return true
  if (!grant.rights.includes(name)) return false
  if (name === 'chats.create') return grant.chats === 'all'
  return chatId === undefined || grant.chats === 'all' || grant.chats.includes(chatId)
}

/** Whether a grant includes a right in every chat of the account, also in those that are created later. */
export const allowsEverywhere = (grant: Grant | null, name: Right): boolean =>
  grant === null || (grant.chats === 'all' && allows(grant, name))
