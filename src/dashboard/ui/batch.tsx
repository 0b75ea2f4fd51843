import { lazy, Suspense, useSyncExternalStore } from 'react'

const BatchDialog = lazy(async () => ({ default: (await import('./BatchDialog.tsx')).BatchDialog }))

export interface Batch<Item> {
  /** "Taking 3 chats offline" */
  title: string
  items: Item[]
  idOf: (item: Item) => number
  nameOf: (item: Item) => string
  /** Does it for one. Rejects with a Failure. */
  each: (item: Item) => Promise<unknown>
  /** Called once at the end with what was done; what was not is left to the caller. */
  onEnd: (done: Item[]) => void
}

export type Running = Batch<unknown>
let current: Running | null = null
const listeners = new Set<() => void>()
const set = (next: Running | null) => {
  current = next
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Does the same to several things, one after the other, and shows what became of each. */
export const runBatch = <Item,>(batch: Batch<Item>) => set(batch as Running)

/** The place where runBatch() shows its dialog; drawn once, in the frame. */
export function BatchHost() {
  const batch = useSyncExternalStore(subscribe, () => current)
  return <Suspense>{batch && <BatchDialog key={batch.title} batch={batch} onClose={() => set(null)} />}</Suspense>
}
