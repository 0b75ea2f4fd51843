import { Suspense } from 'react'
import type { PresetOpening } from '#dashboard/platform/presets/opening.ts'
import { OverlayFallback } from '#dashboard/ui/overlay/OverlayFallback.tsx'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'

const TurnOnDialog = lazyPart(async () => (await import('./turn-on/TurnOnDialog.tsx')).TurnOnDialog)
const EndDialog = lazyPart(async () => (await import('./end/EndDialog.tsx')).EndDialog)
const ExtendDialog = lazyPart(async () => (await import('./turn-on/ExtendDialog.tsx')).ExtendDialog)

/** The dialogs that every page can open. */
export function PresetDialogs({ opening, onClose }: { opening: PresetOpening; onClose: () => void }) {
  return (
    <Suspense fallback={<OverlayFallback />}>
      {opening.dialog === 'turn-on' && <TurnOnDialog request={opening} onClose={onClose} />}
      {opening.dialog === 'end' && <EndDialog onId={opening.onId} onClose={onClose} />}
      {opening.dialog === 'extend' && <ExtendDialog onId={opening.onId} onClose={onClose} />}
    </Suspense>
  )
}
