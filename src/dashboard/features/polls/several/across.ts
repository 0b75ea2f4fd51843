import { queryOptions } from '@tanstack/react-query'
import type { Chat } from '#contract/chats.ts'
import type { Poll } from '#contract/polls.ts'
import { endpointQuery, queryClient, refresh } from '#dashboard/platform/api/query.ts'
import { wholeList } from '#dashboard/platform/api/whole-list.ts'
import { onceJob } from '#dashboard/platform/jobs/once-job.ts'
import { createLimiter } from '#dashboard/platform/chats/chat-readings.ts'
import { refreshRecords } from '#dashboard/platform/records/records.ts'
import { barsOf, type Bars } from '../bars.ts'
import { answersOf, answerFields, type PollText } from '#engine/polls/poll-text.ts'
import type { GroupMember } from '../records.ts'
import { chatTitle } from '#contract/chat-title.ts'

export interface AskedPoll {
  chat: Chat
  poll: Poll
}

const normalizedText = (text: string) => text.normalize('NFC').trim().replaceAll(/\s+/g, ' ')

/** Whether two polls have the same question and the same answers in the same positions, ignoring spaces. */
export const asksTheSame = (a: PollText | Poll, b: PollText | Poll) =>
  normalizedText(a.question) === normalizedText(b.question) &&
  answerFields.every((field) => normalizedText(a[field]) === normalizedText(b[field]))

/** The poll of a chat that matches `poll`: the one that was created together with it, or else the newest one with equal text that is not deleted. */
export function sameIn(polls: Poll[], chatId: number, poll: Poll, members: GroupMember[]): Poll | undefined {
  const member = members.find((other) => other.chatId === chatId)
  const together = polls.find(({ id }) => id === member?.pollId)
  return together ?? polls.findLast((other) => other.dateDeleted === null && asksTheSame(other, poll))
}

/** Adds up the votes. @param polls with equal text */
export function combined(polls: Poll[]): Bars {
  const [first, ...others] = polls.map(answersOf)
  if (!first) return { total: 0, bars: [] }
  return barsOf(
    first.map((answer) => ({
      ...answer,
      votes: others.reduce((sum, answers) => sum + (answers.find(({ place }) => place === answer.place)?.votes ?? 0), answer.votes),
    })),
  )
}

/** Reads the polls of all chats, four at a time, and finds the matching ones. */
export const acrossQuery = (poll: Poll, own: GroupMember, members: GroupMember[], chats: Chat[]) =>
  queryOptions({
    queryKey: ['poll-across', own, chats.length],
    queryFn: async ({ signal }) => {
      const asked: AskedPoll[] = []
      /** Those whose polls could not be read. */
      const unread: Chat[] = []
      async function read(chat: Chat) {
        const polls = endpointQuery('pollList', { params: { chatId: chat.id } })
        const { data } = wholeList(await queryClient.fetchQuery({ ...polls, staleTime: 1000 }))
        const same = chat.id === own.chatId ? data.find(({ id }) => id === own.pollId) : sameIn(data, chat.id, poll, members)
        if (same) asked.push({ chat, poll: same })
      }
      // At most four requests are in flight (docs/assumptions.md row 18).
      const limit = createLimiter()
      await Promise.all(chats.map((chat) => limit(signal, () => read(chat)).catch(() => void unread.push(chat))))
      return { asked: asked.toSorted((a, b) => chatTitle(a.chat).localeCompare(chatTitle(b.chat))), unread }
    },
    refetchInterval: ({ state }) => Math.max(3000, 250 * (state.data ? chats.length : 0)),
  })

export const pollJob = onceJob(() =>
  Promise.all([
    refresh('pollList'),
    queryClient.invalidateQueries({ queryKey: ['poll-across'] }),
    refreshRecords('poll-groups'),
    refreshRecords('poll-rounds'),
  ]),
)
