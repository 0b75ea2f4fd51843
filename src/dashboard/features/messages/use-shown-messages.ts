import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Chat } from '#contract/chats.ts'
import { maxPollAgeSeconds, type Message } from '#contract/messages.ts'
import { queryClient, refetchIntervalWhenStale } from '#dashboard/platform/api/query.ts'
import { leftOfJob } from '#dashboard/platform/jobs/gateway-jobs.ts'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { flag, named, oneOf, optionalText, text, urlState, useUrlState, type ViewOf } from '#dashboard/ui/page/url-state.ts'
import type { Wave } from '#engine/analysis/waves.ts'
import { useAnalysis, type MessageSubset, useFiltered } from './filters/use-analysis.ts'
import { loadAll, useIsLoadingAll } from './load-all.ts'
import { createPageMerger, type MessagePages, pagesKey, pagesQuery, pollMessages, type TimeRange, useDeletedIn } from './read.ts'
import { useRuleHits } from './rules/use-rule-hits.ts'
import { formatRange, useTimeRange, writeRange } from './time-range.ts'

const liveKey = 'roomkeeper-live'

/**
 * Which messages are read, and which of them are shown: those that a deletion left, if the address names one; else those of the wave that somebody chose,
 * until it is deleted; else all. The filters of the address apply to each of these.
 */
export function useShownMessages(chat: Chat, view: MessageListView, change: ChangeView) {
  const [isLive, setLive] = useState(() => localStorage.getItem(liveKey) !== 'off')
  const [wave, setWave] = useState<MessageSubset | null>(null)
  const remaining = useRemaining(view.remaining)
  const { preset, range, isOver } = useTimeRange(remaining?.range ?? view.range)
  const messages = useChatMessages(chat.id, range, isLive && !isOver)
  const { reading, loaded } = messages
  const isLoadingAll = useIsLoadingAll(chat.id, range)
  const analysed = useAnalysis(loaded)
  const isWaveLeft = useMemo(() => wave !== null && [...wave.ids].some((id) => loaded.byId.has(id)), [wave, loaded])
  const subset = remaining ?? (isWaveLeft ? wave : null)
  const ruleHits = useRuleHits(chat.id, range)
  const byRules = useMemo(() => [...ruleHits.hits.keys()].filter((id) => loaded.byId.has(id)).length, [ruleHits.hits, loaded])
  const shown = useFiltered(loaded, analysed.analysis, analysed.fed, view, subset, view.byRules ? ruleHits.hits : null)

  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = reading
  // A filter keeps the end of the list near, so pages are then loaded only on request. Messages that a deletion left are loaded until all are found.
  const wantsMore = remaining ? shown.list.length < remaining.ids.size : !shown.isFiltered
  const onEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError && !isLoadingAll && wantsMore) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, isLoadingAll, wantsMore, fetchNextPage])

  const [newest, oldest] = [loaded.list[0], loaded.list.at(-1)]
  return {
    ...messages,
    ...analysed,
    preset,
    range,
    times: formatRange(newest && oldest ? { from: oldest.time, to: newest.time } : range),
    shown,
    subset,
    showAll: () => (remaining ? change({ remaining: null }) : setWave(null)),
    showWave: ({ ids }: Wave) => setWave({ title: `Only the ${counted(ids.length, 'message')} of a wave are shown.`, ids: new Set(ids) }),
    ruleHits,
    /** How many loaded messages rules held, marked or deleted. */
    byRules,
    isLive,
    /** False if the range lies in the past. */
    canBeLive: !isOver,
    toggleLive: () => {
      localStorage.setItem(liveKey, isLive ? 'off' : 'on')
      setLive(!isLive)
    },
    isLoadingAll,
    /** null: all of the range is loaded, or will be. */
    onLoadAll: hasNextPage && !isLoadingAll ? () => void loadAll(chat, range) : null,
    onEnd,
  }
}

/** The messages that a deletion failed to delete, if the URL names its job. */
function useRemaining(jobId: string | null): (MessageSubset & { range: string }) | null {
  const left = useQuery({ ...leftOfJob(jobId ?? ''), enabled: jobId !== null }).data?.data.left
  return useMemo(() => {
    if (left?.kind !== 'messages-delete') return null
    const { ids, from, to } = left
    return {
      title: `Showing only the messages that a deletion left: ${counted(ids.length, 'message')}.`,
      ids: new Set(ids),
      range: writeRange({ from, to }),
    }
  }, [left])
}

/** How often a chat is asked for new messages while its page is visible, in milliseconds. */
const pollIntervalMs = maxPollAgeSeconds * 1000

/** The loaded messages of a chat, and the new ones that are not in the list yet. */
function useChatMessages(chatId: number, range: TimeRange, live: boolean) {
  const reading = useInfiniteQuery(pagesQuery(chatId, range))
  const [mergePages] = useState(createPageMerger)
  const pages = reading.data?.pages
  const deleted = useDeletedIn(chatId)
  const loaded = useMemo(() => mergePages(pages ?? [], deleted), [mergePages, pages, deleted])
  const newMessagesQuery = useNewMessages(chatId, range, loaded.list[0]?.time, live && reading.isSuccess)
  const newMessages = useMemo(
    () => (newMessagesQuery.data?.messages ?? []).filter(({ messageId }) => !loaded.byId.has(messageId) && !deleted.has(messageId)),
    [newMessagesQuery.data, loaded, deleted],
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

/** Filters, time range and open drawer of the messages view, kept in the URL. */
const messageListState = urlState({
  /** A preset or seconds: see time-range.ts. */
  range: text('all'),
  text: text(),
  isRegexp: named('as', flag('regexp')),
  /** The key of an author. The URL parameter stays `poster`, so that existing links work. */
  author: named('poster', optionalText),
  hasLink: named('link', flag()),
  repeated: flag(),
  byRules: named('rules', flag()),
  remaining: named('left', optionalText),
  /** `announce`: `post`, in chats that are chosen first. */
  open: oneOf(['post', 'announce', 'lab']),
})
export type MessageListView = ViewOf<typeof messageListState>

/** Typing replaces the history entry, and so does closing a drawer; every other change adds one, which Back undoes. */
export const useMessageListView = () => useUrlState(messageListState, (change) => change.text === undefined && change.open !== null)
export type ChangeView = ReturnType<typeof useMessageListView>[1]
