import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Message } from '#contract/messages.ts'
import type { SeenMessage } from '#contract/workspace/rules.ts'
import { call } from '#dashboard/platform/session/session.ts'

/** The messages of the chat around the current entry. */

/** Seconds before and after it. */
const aroundSeconds = 120
const maxRead = 100
const shownBefore = 2
const shownAfter = 1
/** Not read for entries that are only passed over. */
const pauseMs = 300

export interface NearbyMessage extends Pick<Message, 'messageId' | 'time' | 'userName' | 'text'> {
  isTarget: boolean
}

/** Two messages before and one after, in any order of the service. @param messages of the time around `message` */
export function nearbyOf(message: SeenMessage, messages: readonly Message[]): NearbyMessage[] {
  const others = messages.filter(({ messageId }) => messageId !== message.messageId)
  const isBefore = (other: Message) => other.time < message.time || (other.time === message.time && other.messageId < message.messageId)
  const sorted = others.toSorted((one, other) => one.time - other.time || one.messageId - other.messageId)
  const after = sorted.filter((other) => !isBefore(other)).slice(0, shownAfter)
  return [...sorted.filter(isBefore).slice(-shownBefore), message, ...after].map(({ messageId, time, userName, text }) => ({
    messageId,
    time,
    userName,
    text,
    isTarget: messageId === message.messageId,
  }))
}

/** Reads the messages before and after separately, because a busy chat has hundreds a minute, and only once the entry has been current for a moment. */
export function useNearby(message: SeenMessage) {
  const { chatId, messageId, time } = message
  const [stayed, setStayed] = useState<number | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setStayed(messageId), pauseMs)
    return () => clearTimeout(timer)
  }, [messageId])
  const at = Math.floor(time)
  return useQuery({
    queryKey: ['messageList', { params: { chatId } }, 'around', messageId],
    queryFn: async ({ signal }) => {
      const read = (range: { from: number; to: number }, reverse: boolean) =>
        call(
          'messageList',
          { params: { chatId }, query: { fast: true, limit: maxRead, ...range, ...(reverse && { reverse: true }) } },
          { signal },
        )
      const [before, after] = await Promise.all([
        // Both include the message itself, whether or not the service includes the ends of a range: the gateway notices when it is gone.
        read({ from: at - aroundSeconds, to: at + 1 }, true),
        read({ from: at - 1, to: at + aroundSeconds }, false),
      ])
      return [...new Map([...before.data, ...after.data].map((one) => [one.messageId, one])).values()]
    },
    enabled: stayed === messageId,
    staleTime: 60_000,
  })
}
