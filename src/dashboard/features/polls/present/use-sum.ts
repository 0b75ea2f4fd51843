import { useQuery } from '@tanstack/react-query'
import type { Poll } from '#contract/polls.ts'
import { endpointQuery } from '#dashboard/platform/api/query.ts'
import type { Bars } from '../bars.ts'
import { groupOf, groupsQuery } from '../list/groups.ts'
import { acrossQuery, asksTheSame, combined } from '../several/across.ts'

interface Sum {
  bars: Bars
  chats: number
  /** Chats whose polls could not be read. */
  unread: number
}

/** The votes of a poll in all chats that it was asked in, read again and again; null while they are not known, or not wanted. */
export function useSum(poll: Poll, chatId: number, isWanted: boolean): Sum | null {
  const chats = useQuery({ ...endpointQuery('chatList', {}), enabled: isWanted }).data?.data
  // Where the groups cannot be read, polls are still matched by equal text.
  const groups = useQuery({ ...groupsQuery(), enabled: isWanted })
  const own = { chatId, pollId: poll.id }
  const isReady = isWanted && chats !== undefined && groups.isFetched
  const { data } = useQuery({ ...acrossQuery(poll, own, groupOf(groups.data ?? [], own), chats ?? []), enabled: isReady })
  if (!isReady || !data) return null
  const same = data.asked.filter((other) => asksTheSame(other.poll, poll))
  return { bars: combined(same.map((asked) => asked.poll)), chats: same.length, unread: data.unread.length }
}
