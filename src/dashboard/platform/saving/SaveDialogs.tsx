import { Suspense, type ReactNode } from 'react'
import { OverlayFallback } from '#dashboard/ui/overlay/OverlayFallback.tsx'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'
import type { NotKeptDialogProps } from './OpenedSaveDialogs.tsx'
import type { Fields } from '#engine/saving/three-way.ts'

// A component that is fetched later has no type parameters.
const Opened = lazyPart(async () => (await import('./OpenedSaveDialogs.tsx')).OpenedSaveDialogs) as <T extends Fields>(
  props: NotKeptDialogProps<T> & { onNotLoaded: () => void },
) => ReactNode

/** What a save asks and reports in dialogs: conflicts, and what was not kept. */
export function SaveDialogs<T extends Fields>(props: NotKeptDialogProps<T>) {
  const { conflicts, notKept, dismiss } = props.saving
  if (!conflicts && notKept.length === 0) return null
  const notLoaded = () => {
    conflicts?.answer(null)
    dismiss()
  }
  return (
    <Suspense fallback={<OverlayFallback />}>
      <Opened {...props} onNotLoaded={notLoaded} />
    </Suspense>
  )
}
