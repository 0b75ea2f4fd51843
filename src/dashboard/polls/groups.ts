import { queryOptions } from '@tanstack/react-query'
import { browserStore } from '../browser-db.ts'
import { queryClient } from '../query.ts'

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

/** The polls that were asked together with this one, itself included; [] where it was asked alone. */
export const groupOf = (groups: Member[][], { chatId, pollId }: Member): Member[] =>
  groups.find((members) => members.some((member) => member.chatId === chatId && member.pollId === pollId)) ?? []
