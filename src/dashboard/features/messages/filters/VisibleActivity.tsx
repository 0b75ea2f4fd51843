import type { Message } from '#contract/messages.ts'
import type { createStore } from '#dashboard/ui/store.ts'
import { ActivityStrip } from './ActivityStrip.tsx'
import type { Bucket } from '../analysis/activity.ts'
import type { Range } from '../read.ts'
import { removedTimes } from '../list/removed.ts'

/** What is on screen. Kept outside the page's state: it changes with every step of scrolling. */
export interface VisibleRange {
  newest: Message
  oldest: Message
}
export type VisibleRangeStore = ReturnType<typeof createStore<VisibleRange | null>>

const none: readonly number[] = []

interface SightStripProps {
  chatId: number
  sight: VisibleRangeStore
  buckets: readonly Bucket[]
  onBrush: (range: Range) => void
}

export function VisibleActivity({ chatId, sight, buckets, onBrush }: SightStripProps) {
  const seen = sight.use()
  const gone = removedTimes.use().get(chatId) ?? none
  return <ActivityStrip buckets={buckets} sight={seen && { from: seen.oldest.time, to: seen.newest.time }} gone={gone} onBrush={onBrush} />
}
