import { Suspense } from 'react'
import { OverlayFallback } from '#dashboard/ui/overlay/OverlayFallback.tsx'
import { createStore } from '#dashboard/ui/store.ts'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'
import type { Confirmation } from './ConfirmDialog.tsx'

const ConfirmDialog = lazyPart(async () => (await import('./ConfirmDialog.tsx')).ConfirmDialog)

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
