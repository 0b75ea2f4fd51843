import { queryOptions } from '@tanstack/react-query'
import type { Chat } from '#contract/chats.ts'
import type { Poll } from '#contract/polls.ts'
import { endpointQuery, queryClient } from '#dashboard/platform/api/query.ts'
import { answersOf, barsOf, type Bars } from '../bars.ts'
import { answerFields, type PollText } from '../draft.ts'
import type { Member } from '../list/groups.ts'

/** The same poll in several chats. */

export interface Asked {
  chat: Chat
  poll: Poll
}

const plainText = (text: string) => text.normalize('NFC').trim().replaceAll(/\s+/g, ' ')

/** Whether two polls ask the same: equal question and equal answers in the same places, but for space. */
export const asksTheSame = (a: PollText | Poll, b: PollText | Poll) =>
  plainText(a.question) === plainText(b.question) && answerFields.every((field) => plainText(a[field]) === plainText(b[field]))

/** The polls of one chat that belong to `poll`: the one that was asked together with it, or else the newest of equal text that is not deleted. */
export function sameIn(polls: Poll[], chatId: number, poll: Poll, members: Member[]): Poll | undefined {
  const member = members.find((other) => other.chatId === chatId)
  const together = polls.find(({ id }) => id === member?.pollId)
  return together ?? polls.findLast((other) => other.dateDeleted === null && asksTheSame(other, poll))
}

/** All votes together. @param polls ask the same */
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

export interface Across {
  asked: Asked[]
  /** Chats whose polls could not be read. */
  unread: Chat[]
}

/** Reads the polls of all chats, four at a time, and finds the same poll in them. */
export const acrossQuery = (poll: Poll, own: Member, members: Member[], chats: Chat[]) =>
  queryOptions({
    queryKey: ['poll-across', own, chats.length],
    queryFn: async ({ signal }): Promise<Across> => {
      const asked: Asked[] = []
      const unread: Chat[] = []
      const waiting = [...chats]
      async function work() {
        for (let chat = waiting.shift(); chat && !signal.aborted; chat = waiting.shift()) {
          try {
            const { data } = await queryClient.fetchQuery({
              ...endpointQuery('pollList', { params: { chatId: chat.id } }),
              staleTime: 1000,
            })
            const same = chat.id === own.chatId ? data.find(({ id }) => id === own.pollId) : sameIn(data, chat.id, poll, members)
            if (same) asked.push({ chat, poll: same })
          } catch {
            unread.push(chat)
          }
        }
      }
      // docs/assumptions.md row 18: at most four requests are in flight.
      await Promise.all([work(), work(), work(), work()])
      return { asked: asked.toSorted((a, b) => a.chat.name.localeCompare(b.chat.name)), unread }
    },
    refetchInterval: ({ state }) => Math.max(3000, 250 * (state.data ? chats.length : 0)),
  })
