import { queryOptions } from '@tanstack/react-query'
import { browserStore } from '#dashboard/platform/records/browser-db.ts'
import { queryClient } from '#dashboard/platform/api/query.ts'

/** Which polls were asked together in several chats. Kept in this browser: the service has no such thing. */

export interface Member {
  chatId: number
  pollId: number
}

const store = browserStore<Member[]>('poll-groups')

export const groupsQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['poll-groups', accountId],
    queryFn: async () => (await store.within([accountId])).map(({ value }) => value),
    staleTime: Infinity,
    retry: false,
  })

/** Rejects where this browser keeps nothing; equal texts still find each other then. */
export async function keepGroup(accountId: number, members: Member[]): Promise<void> {
  if (members.length < 2) return
  await store.set([accountId, Date.now()], members)
  await queryClient.invalidateQueries({ queryKey: ['poll-groups', accountId] })
}

/** The polls that were put together with this one at any time, itself included; [] where it stands alone. */
export function groupOf(groups: Member[][], own: Member): Member[] {
  const others = groups.filter((members) => members.some((member) => isSame(member, own))).flat()
  return others.filter((member, index) => others.findIndex((other) => isSame(other, member)) === index)
}

const isSame = (a: Member, b: Member) => a.chatId === b.chatId && a.pollId === b.pollId
