import { Suspense, type ReactNode } from 'react'
import type { WriteName } from '#contract/client.ts'
import type { SendRequest } from '#dashboard/platform/session/session.ts'
import { OverlayFallback } from '#dashboard/ui/overlay/OverlayFallback.tsx'
import { createStore } from '#dashboard/ui/store.ts'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'

const ConfirmDialog = lazyPart(async () => (await import('./ConfirmDialog.tsx')).ConfirmDialog)

export interface Confirmation {
  /** Names the thing: "Delete Nachtcafé Köln?" */
  title: string
  /** What goes with it. */
  body: ReactNode
  /** The words on the button. */
  confirmLabel: string
  /** What has to be typed, for what cannot be undone. */
  typed?: string
  /** Red for what destroys. */
  danger?: boolean
  /** The endpoint that `run` writes to; none: it sends nothing. */
  writes?: WriteName
  /** Does it. The dialog stays open until it resolves, and shows why when it rejects. */
  run: (send: SendRequest) => Promise<void>
}

const shown = createStore<Confirmation | null>(null)

/** Asks before an action that destroys or disturbs. One dialog for all of them. */
export const confirm = (confirmation: Confirmation) => shown.set(confirmation)

/** Where confirm() shows its dialog; drawn once, in the frame. */
export function ConfirmHost() {
  const confirmation = shown.use()
  return (
    <Suspense fallback={<OverlayFallback />}>
      {confirmation && <ConfirmDialog key={confirmation.title} {...confirmation} onClose={() => shown.set(null)} />}
    </Suspense>
  )
}
