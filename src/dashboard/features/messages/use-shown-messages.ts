import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { Chat } from '#contract/chats.ts'
import { leftOfJob } from '#dashboard/platform/jobs/gateway-jobs.ts'
import { counted } from '#dashboard/ui/format/numbers.ts'
import type { Wave } from '#engine/analysis/waves.ts'
import { useAnalysis } from './filters/use-analysis.ts'
import { type MessageSubset, useFiltered } from './filters/use-filtered.ts'
import { loadAll, useIsLoadingAll } from './load-all.ts'
import { useRuleHits } from './rules/use-rule-hits.ts'
import { formatRange, useTimeRange, writeRange } from './time-range.ts'
import { useChatMessages } from './use-chat-messages.ts'
import type { ChangeView, MessageListView } from './view.ts'

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
    /** The loaded time range, as text. */
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
    /** The end of the list is near. */
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
