import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Message } from '#contract/messages.ts'
import { queryClient, untilItAnswers } from '#dashboard/platform/api/query.ts'
import { createList } from './loaded.ts'
import { isForgotten, pagesKey, pagesQuery, readPage, type Pages, type Range } from './read.ts'

/** How often a room is asked for news while somebody looks, in milliseconds. */
const liveEvery = 4000

/** What is loaded of a room, and what came since. */
export function useRoom(chatId: number, range: Range, live: boolean) {
  const reading = useInfiniteQuery(pagesQuery(chatId, range))
  const [toList] = useState(createList)
  const pages = reading.data?.pages
  const loaded = useMemo(() => toList(pages ?? []), [toList, pages])
  const news = useNews(chatId, range, loaded.list[0]?.time, live && reading.isSuccess)
  const fresh = useMemo(
    () => (news.data?.messages ?? []).filter(({ messageId }) => !loaded.byId.has(messageId) && !isForgotten(chatId, messageId)),
    [news.data, loaded, chatId],
  )

  /** Puts the news on top of the list. Where there are more than one page, the list begins anew. */
  function takeNews(): Promise<void> {
    if (news.data?.next !== undefined) return queryClient.resetQueries({ queryKey: pagesKey(chatId, range) })
    addToTop(chatId, range, fresh)
    return Promise.resolve()
  }

  return { reading, loaded, news, fresh, hasMoreNews: news.data?.next !== undefined, takeNews }
}

const addToTop = (chatId: number, range: Range, messages: Message[]) =>
  queryClient.setQueryData<Pages>(pagesKey(chatId, range), (data) =>
    data && messages.length > 0 ? { pages: [{ messages }, ...data.pages], pageParams: [null, ...data.pageParams] } : data,
  )

/** What is newer than the newest that is loaded, that second included: others may have written in it. */
function useNews(chatId: number, range: Range, newest: number | undefined, live: boolean) {
  const from = newest ?? range.from
  return useQuery({
    queryKey: ['messageList', { chatId, ...range }, 'news', from ?? null],
    queryFn: ({ signal }) => readPage(chatId, { ...range, ...(from !== undefined && { from }) }, null, signal),
    enabled: live,
    refetchInterval: ({ state: { data, error } }) => untilItAnswers(data, error) || (error ? liveEvery * 4 : liveEvery),
    staleTime: 0,
    gcTime: 0,
  })
}
