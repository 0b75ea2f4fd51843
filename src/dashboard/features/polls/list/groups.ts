import { queryOptions } from '@tanstack/react-query'
import { browserStore } from '#dashboard/platform/records/browser-db.ts'
import { queryClient } from '#dashboard/platform/api/query.ts'

/** Groups of polls that were created together in several chats. They are stored in this browser, because the API has no such concept. */

export interface GroupMember {
  chatId: number
  pollId: number
}

const store = browserStore<GroupMember[]>('poll-groups')

export const groupsQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['poll-groups', accountId],
    queryFn: async () => (await store.within([accountId])).map(({ value }) => value),
    staleTime: Infinity,
    retry: false,
  })

/** Rejects if this browser cannot store data; polls are then still matched by equal text. */
export async function keepGroup(accountId: number, members: GroupMember[]): Promise<void> {
  if (members.length < 2) return
  await store.set([accountId, Date.now()], members)
  await queryClient.invalidateQueries({ queryKey: ['poll-groups', accountId] })
}

/** The polls that were ever created together with this one, including itself; [] if there are none. */
export function groupOf(groups: GroupMember[][], own: GroupMember): GroupMember[] {
  const others = groups.filter((members) => members.some((member) => isSame(member, own))).flat()
  return others.filter((member, index) => others.findIndex((other) => isSame(other, member)) === index)
}

const isSame = (a: GroupMember, b: GroupMember) => a.chatId === b.chatId && a.pollId === b.pollId
