import { Suspense, type ReactNode } from 'react'
import type { WriteName } from '#contract/client.ts'
import type { SendRequest } from '#dashboard/platform/session/session.ts'
import { OverlayFallback } from '#dashboard/ui/overlay/OverlayFallback.tsx'
import { createStore } from '#dashboard/ui/store.ts'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'

const ConfirmDialog = lazyPart(async () => (await import('./ConfirmDialog.tsx')).ConfirmDialog)

export interface Confirmation {
  /** The question with the name of the object: “Delete Nachtcafé Köln?” */
  title: string
  /** Describes the consequences. */
  body: ReactNode
  /** The label of the button. */
  confirmLabel: string
  /** The text to type before an irreversible action. */
  typed?: string
  /** A red button, for destructive actions. */
  danger?: boolean
  /** The endpoint that `run` writes to; none: it sends nothing. */
  writes?: WriteName
  /** Performs the action. The dialog stays open until it resolves, and shows the error when it rejects. */
  run: (send: SendRequest) => Promise<void>
}

const shown = createStore<Confirmation | null>(null)

/** Asks for confirmation before a destructive or disruptive action. All callers share one dialog. */
export const confirm = (confirmation: Confirmation) => shown.set(confirmation)

/** Renders the dialog of confirm(). The frame renders it once. */
export function ConfirmHost() {
  const confirmation = shown.use()
  return (
    <Suspense fallback={<OverlayFallback />}>
      {confirmation && <ConfirmDialog key={confirmation.title} {...confirmation} onClose={() => shown.set(null)} />}
    </Suspense>
  )
}
