import type { Message } from '#contract/messages.ts'
import type { createStore } from '#dashboard/ui/store.ts'
import { ActivityStrip } from './ActivityStrip.tsx'
import type { Bucket } from '../analysis/activity.ts'
import type { Range } from '../read.ts'
import { removedTimes } from '../list/removed.ts'

/** What is on screen. Kept outside the page's state: it changes with every step of scrolling. */
export interface Sight {
  newest: Message
  oldest: Message
}
export type SightStore = ReturnType<typeof createStore<Sight | null>>

const none: readonly number[] = []

interface SightStripProps {
  chatId: number
  sight: SightStore
  buckets: readonly Bucket[]
  onBrush: (range: Range) => void
}

export function SightStrip({ chatId, sight, buckets, onBrush }: SightStripProps) {
  const seen = sight.use()
  const gone = removedTimes.use().get(chatId) ?? none
  return <ActivityStrip buckets={buckets} sight={seen && { from: seen.oldest.time, to: seen.newest.time }} gone={gone} onBrush={onBrush} />
}
