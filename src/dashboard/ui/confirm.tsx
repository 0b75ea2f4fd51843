import { lazy, Suspense, useSyncExternalStore, type ReactNode } from 'react'

const ConfirmDialog = lazy(async () => ({ default: (await import('./ConfirmDialog.tsx')).ConfirmDialog }))

export interface Confirmation {
  /** Names the thing: "Delete Nachtcafé Köln?" */
  title: string
  /** What goes with it. */
  body: ReactNode
  /** The words on the button. */
  act: string
  /** What has to be typed, for what cannot be undone. */
  typed?: string
  /** Red for what destroys. */
  danger?: boolean
  /** Does it. The dialog stays open until it resolves, and shows why when it rejects. */
  run: () => Promise<void>
}

let open: Confirmation | null = null
const listeners = new Set<() => void>()
const set = (next: Confirmation | null) => {
  open = next
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Asks before an act that destroys or disturbs. One dialog for all of them. */
export const confirm = (confirmation: Confirmation) => set(confirmation)

/** The place where confirm() shows its dialog; drawn once, in the frame. */
export function ConfirmHost() {
  const confirmation = useSyncExternalStore(subscribe, () => open)
  return <Suspense>{confirmation && <ConfirmDialog key={confirmation.title} {...confirmation} onClose={() => set(null)} />}</Suspense>
}
