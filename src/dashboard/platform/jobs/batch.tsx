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
  /** Makes the change to one item and finds out its outcome. Rejects with a Failure. */
  each: (send: SendRequest, item: Item) => Promise<unknown>
  /** Called once at the end with the items that are done; the rest is left to the caller. */
  onEnd: (done: Item[]) => void
}

export type AnyBatch = Batch<unknown>
const running = createStore<AnyBatch | null>(null)

/**
 * Makes the same change to several items, one after the other, and shows the outcome of each. It has no journal and no common read-back: `each` is a change
 * with its own (a three-way save, a creation that is looked up), and its errors need an answer from whoever watches: a conflict, the token.
 */
export const runBatch = <Item,>(batch: Batch<Item>) => running.set(batch as AnyBatch)

/** Where runBatch() shows its dialog; rendered once, in the frame. */
export function BatchHost() {
  const batch = running.use()
  return (
    <Suspense fallback={<OverlayFallback />}>
      {batch && <BatchDialog key={batch.title} batch={batch} onClose={() => running.set(null)} />}
    </Suspense>
  )
}
