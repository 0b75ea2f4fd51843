import { useMemo } from 'react'
import type { Message } from '#contract/messages.ts'
import { isOnIn, usePresetsOn } from '#dashboard/platform/presets/presets-on.ts'
import type { createStore } from '#dashboard/ui/store.ts'
import { ActivityStrip } from './ActivityStrip.tsx'
import type { ActivityBucket } from '#engine/analysis/activity.ts'
import type { TimeRange } from '../read.ts'
import { removedTimes } from '../list/removed.ts'

/** The messages at the top and the bottom of the screen. Kept in a store of its own, because it changes at every scroll event. */
export interface VisibleRange {
  newest: Message
  oldest: Message
}
/** Whether a message was posted between them; false while nothing is on the screen. */
export const isInSight = (range: VisibleRange | null, { time }: Message): boolean =>
  range !== null && time <= range.newest.time && time >= range.oldest.time

export type VisibleRangeStore = ReturnType<typeof createStore<VisibleRange | null>>

const none: readonly number[] = []

interface VisibleActivityProps {
  chatId: number
  visibleRange: VisibleRangeStore
  buckets: readonly ActivityBucket[]
  onBrush: (range: TimeRange) => void
}

export function VisibleActivity({ chatId, visibleRange, buckets, onBrush }: VisibleActivityProps) {
  const visible = visibleRange.use()
  const presets = usePresetsOn()
  const marks = useMemo(
    () => presets.filter((on) => isOnIn(on, chatId)).map(({ name, at }) => ({ label: name, at: at / 1000 })),
    [presets, chatId],
  )
  const deletedTimes = removedTimes.use().get(chatId) ?? none
  return (
    <ActivityStrip
      buckets={buckets}
      visibleRange={visible && { from: visible.oldest.time, to: visible.newest.time }}
      deletedTimes={deletedTimes}
      marks={marks}
      onBrush={onBrush}
    />
  )
}
