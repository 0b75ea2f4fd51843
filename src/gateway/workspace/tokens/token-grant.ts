import type { GrantedChats } from '#contract/workspace/grant.ts'
import type { Member } from '../member.ts'

type Grant = Pick<Member, 'rights' | 'chats' | 'limits'>

/**
 * What a token may do: what its role includes, and no more than whoever created it may do now.
 * @param creator null: whoever signed in with the account's token, and may do everything
 */
export function boundedBy(own: Grant, creator: Grant | null): Grant {
  if (!creator) return own
  return {
    rights: own.rights.filter((name) => creator.rights.includes(name)),
    chats: inBoth(own.chats, creator.chats),
    limits: {
      deletionsPerHour: lower(own.limits.deletionsPerHour, creator.limits.deletionsPerHour),
      // A longer prefix is a narrower range.
      widestBan: higher(own.limits.widestBan, creator.limits.widestBan),
    },
  }
}

function inBoth(one: GrantedChats, other: GrantedChats): GrantedChats {
  if (one === 'all') return other
  if (other === 'all') return one
  const known = new Set(other)
  return one.filter((chatId) => known.has(chatId))
}

const lower = (one: number | null, other: number | null) => (one === null ? other : other === null ? one : Math.min(one, other))
const higher = (one: number | null, other: number | null) => (one === null ? other : other === null ? one : Math.max(one, other))
