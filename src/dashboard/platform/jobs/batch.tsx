import { Suspense } from 'react'
import type { WriteName } from '#contract/client.ts'
import type { SendRequest } from '#dashboard/platform/session/session.ts'
import { OverlayFallback } from '#dashboard/ui/overlay/OverlayFallback.tsx'
import { createStore } from '#dashboard/ui/store.ts'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'

const BatchDialog = lazyPart(async () => (await import('./BatchDialog.tsx')).BatchDialog)

export interface Batch<Item> {
  /** "Taking 3 chats offline" */
  title: string
  items: Item[]
  idOf: (item: Item) => number
  nameOf: (item: Item) => string
  /** The endpoint that `each` writes to. */
  writes: WriteName
  /** Does it for one. Rejects with a Failure. */
  each: (send: SendRequest, item: Item) => Promise<unknown>
  /** Called once at the end with what was done; what was not is left to the caller. */
  onEnd: (done: Item[]) => void
}

export type Running = Batch<unknown>
const running = createStore<Running | null>(null)

/** Does the same to several things, one after the other, and shows what became of each. */
export const runBatch = <Item,>(batch: Batch<Item>) => running.set(batch as Running)

/** The place where runBatch() shows its dialog; drawn once, in the frame. */
export function BatchHost() {
  const batch = running.use()
  return (
    <Suspense fallback={<OverlayFallback />}>
      {batch && <BatchDialog key={batch.title} batch={batch} onClose={() => running.set(null)} />}
    </Suspense>
  )
}
