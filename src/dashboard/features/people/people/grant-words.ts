import type { Chat } from '#contract/chats.ts'
import type { Invitation, Person } from '#contract/gateway/people.ts'
import type { GrantedChats } from '#contract/gateway/grant.ts'
import type { RoleName } from '#contract/gateway/role-names.ts'
import { roles } from '#contract/gateway/rights.ts'
import { counted, plural } from '#dashboard/ui/format/numbers.ts'
import { ago } from '#dashboard/ui/format/time.tsx'
import { chatTitle } from '#contract/chat-title.ts'

/** How a grant, and when somebody was here, are said. */

export type ChatNames = ReadonlyMap<number, string>

export const chatNames = (chats: readonly Chat[]): ChatNames => new Map(chats.map((chat) => [chat.id, chatTitle(chat)]))

/** A chat that was deleted since has no name. */
const nameOf = (names: ChatNames, id: number) => names.get(id) ?? `deleted chat ${id}`

/** The names of the chats of a grant; a text where it lists none. */
export function grantedChats(role: RoleName, chats: GrantedChats, names: ChatNames): string[] | string {
  if (roles[role].isWithoutChats) return 'Account only'
  if (chats === 'all') return 'All chats'
  return chats.length === 0 ? 'No chats' : chats.map((id) => nameOf(names, id))
}

/** The first chat and how many more: where there is room for one name. */
export function chatsInShort(role: RoleName, chats: GrantedChats, names: ChatNames): { first: string; more: string; isListed: boolean } {
  const granted = grantedChats(role, chats, names)
  if (typeof granted === 'string') return { first: granted, more: '', isListed: false }
  return {
    first: granted[0]!,
    more: granted.length > 1 ? plural(granted.length - 1, 'and {count} more', 'and {count} more') : '',
    isListed: true,
  }
}

/** "2 chats", or the name of one. */
export function chatsInBrief(role: RoleName, chats: GrantedChats, names: ChatNames): string {
  const granted = grantedChats(role, chats, names)
  return typeof granted === 'string' ? granted : granted.length === 1 ? granted[0]! : counted(granted.length, 'chat')
}

/** @param now seconds */
export const lastSeenInWords = ({ isActive, lastSeen }: Pick<Person, 'isActive' | 'lastSeen'>, now: number): string =>
  isActive ? 'now' : lastSeen === null ? 'never' : ago(lastSeen, now)

/** @param now seconds */
export function expiryInWords({ expires }: Pick<Invitation, 'expires'>, now: number): string {
  const minutes = Math.floor((expires - now) / 60)
  if (minutes < 0) return 'Link expired'
  return minutes < 60 ? `Link expires in ${Math.max(1, minutes)} min` : `Link expires in ${Math.floor(minutes / 60)} h`
}

/** @param now seconds */
export const isExpired = ({ expires }: Pick<Invitation, 'expires'>, now: number): boolean => expires <= now

/** What is unusual about how somebody gets in; null where they have a passkey. */
export const passkeyWarning = ({ passkeys, hasUsedRecoveryCode }: Pick<Person, 'passkeys' | 'hasUsedRecoveryCode'>): string | null =>
  passkeys > 0 ? null : hasUsedRecoveryCode ? 'None, recovery code used' : 'None'
