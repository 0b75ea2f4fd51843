import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Message } from '#contract/messages.ts'
import { queryClient, refetchIntervalWhenStale } from '#dashboard/platform/api/query.ts'
import { createList } from './loaded.ts'
import { isForgotten, pagesKey, pagesQuery, readPage, type Pages, type Range } from './read.ts'

/** How often a chat is asked for new messages while its page is visible, in milliseconds. */
const pollIntervalMs = 4000

/** What is loaded of a chat, and what came since. */
export function useChatMessages(chatId: number, range: Range, live: boolean) {
  const reading = useInfiniteQuery(pagesQuery(chatId, range))
  const [toList] = useState(createList)
  const pages = reading.data?.pages
  const loaded = useMemo(() => toList(pages ?? []), [toList, pages])
  const newMessages = useNewMessages(chatId, range, loaded.list[0]?.time, live && reading.isSuccess)
  const fresh = useMemo(
    () => (newMessages.data?.messages ?? []).filter(({ messageId }) => !loaded.byId.has(messageId) && !isForgotten(chatId, messageId)),
    [newMessages.data, loaded, chatId],
  )

  /** Adds the new messages to the top of the list. If they fill more than one page, the list is read afresh. */
  function showNewMessages(): Promise<void> {
    if (newMessages.data?.next !== undefined) return queryClient.resetQueries({ queryKey: pagesKey(chatId, range) })
    addToTop(chatId, range, fresh)
    return Promise.resolve()
  }

  return { reading, loaded, newMessages, fresh, hasMoreNewMessages: newMessages.data?.next !== undefined, showNewMessages }
}

const addToTop = (chatId: number, range: Range, messages: Message[]) =>
  queryClient.setQueryData<Pages>(pagesKey(chatId, range), (data) =>
    data && messages.length > 0 ? { pages: [{ messages }, ...data.pages], pageParams: [null, ...data.pageParams] } : data,
  )

/** What is newer than the newest that is loaded, that second included: others may have written in it. */
function useNewMessages(chatId: number, range: Range, newest: number | undefined, live: boolean) {
  const from = newest ?? range.from
  return useQuery({
    queryKey: ['messageList', { chatId, ...range }, 'news', from ?? null],
    queryFn: ({ signal }) => readPage(chatId, { ...range, ...(from !== undefined && { from }) }, null, signal),
    enabled: live,
    refetchInterval: ({ state: { data, error } }) => refetchIntervalWhenStale(data, error) || (error ? pollIntervalMs * 4 : pollIntervalMs),
    staleTime: 0,
    gcTime: 0,
  })
}
