import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { maxPollAgeSeconds } from '#contract/message-poll.ts'
import type { Message } from '#contract/messages.ts'
import { queryClient, refetchIntervalWhenStale } from '#dashboard/platform/api/query.ts'
import { createPageMerger } from './loaded.ts'
import { isForgotten, pagesKey, pagesQuery, pollMessages, type MessagePages, type TimeRange } from './read.ts'

/** How often a chat is asked for new messages while its page is visible, in milliseconds. */
const pollIntervalMs = maxPollAgeSeconds * 1000

/** The loaded messages of a chat, and the new ones that are not in the list yet. */
export function useChatMessages(chatId: number, range: TimeRange, live: boolean) {
  const reading = useInfiniteQuery(pagesQuery(chatId, range))
  const [mergePages] = useState(createPageMerger)
  const pages = reading.data?.pages
  const loaded = useMemo(() => mergePages(pages ?? []), [mergePages, pages])
  const newMessagesQuery = useNewMessages(chatId, range, loaded.list[0]?.time, live && reading.isSuccess)
  const newMessages = useMemo(
    () => (newMessagesQuery.data?.messages ?? []).filter(({ messageId }) => !loaded.byId.has(messageId) && !isForgotten(chatId, messageId)),
    [newMessagesQuery.data, loaded, chatId],
  )

  const hasMoreNewMessages = newMessagesQuery.data?.next !== undefined

  /** Adds the new messages to the top of the list. If they fill more than one page, the list is reset. */
  const showNewMessages = useCallback((): Promise<void> => {
    if (hasMoreNewMessages) return queryClient.resetQueries({ queryKey: pagesKey(chatId, range) })
    addToTop(chatId, range, newMessages)
    return Promise.resolve()
  }, [chatId, range, newMessages, hasMoreNewMessages])

  // An empty list has no rows that could move.
  const isEmpty = reading.isSuccess && loaded.list.length === 0
  useEffect(() => {
    if (isEmpty && newMessages.length > 0) void showNewMessages()
  }, [isEmpty, newMessages, showNewMessages])

  const isStuck = pages?.at(-1)?.isStuck === true
  return {
    reading,
    loaded,
    isStuck,
    isComplete: !reading.hasNextPage && !isStuck,
    newMessagesQuery,
    newMessages,
    hasMoreNewMessages,
    showNewMessages,
  }
}

const addToTop = (chatId: number, range: TimeRange, messages: Message[]) =>
  queryClient.setQueryData<MessagePages>(pagesKey(chatId, range), (data) =>
    data && messages.length > 0 ? { pages: [{ messages }, ...data.pages], pageParams: [null, ...data.pageParams] } : data,
  )

/** Polls for messages from the second of the newest loaded one on: others may have written in the same second. */
function useNewMessages(chatId: number, range: TimeRange, newest: number | undefined, live: boolean) {
  const from = newest ?? range.from
  return useQuery({
    queryKey: ['messageList', { chatId, ...range }, 'news', from ?? null],
    queryFn: ({ signal }) => pollMessages(chatId, { ...range, ...(from !== undefined && { from }) }, signal),
    enabled: live,
    refetchInterval: ({ state: { data, error } }) => refetchIntervalWhenStale(data, error) || (error ? pollIntervalMs * 4 : pollIntervalMs),
    staleTime: 0,
    gcTime: 0,
  })
}
