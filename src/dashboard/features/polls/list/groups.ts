import { queryOptions } from '@tanstack/react-query'
import type { RecordEntry } from '#dashboard/platform/records/record-entry.ts'
import { recordsQuery } from '#dashboard/platform/records/records.ts'

/** Groups of polls that were created together in several chats. The API has no such concept. */

export interface GroupMember {
  chatId: number
  pollId: number
}

const membersOf = (entries: RecordEntry<'poll-groups'>[]): GroupMember[][] => entries.map(({ value }) => value)

export const groupsQuery = () => queryOptions({ ...recordsQuery('poll-groups'), select: membersOf })

/** The polls that were ever created together with this one, including itself; [] if there are none. */
export function groupOf(groups: GroupMember[][], own: GroupMember): GroupMember[] {
  const others = groups.filter((members) => members.some((member) => isSame(member, own))).flat()
  return others.filter((member, index) => others.findIndex((other) => isSame(other, member)) === index)
}

const isSame = (a: GroupMember, b: GroupMember) => a.chatId === b.chatId && a.pollId === b.pollId
