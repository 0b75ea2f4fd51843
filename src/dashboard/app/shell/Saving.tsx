import { useEffect } from 'react'
import { pendingWrites, usePendingWrites } from '#dashboard/platform/api/actions.ts'
import { useSessionState } from '#dashboard/platform/session/session-state.ts'
import classes from './Saving.module.css'
import { useLate } from './skeletons.tsx'

/** A write that takes longer than this, in milliseconds, is announced. Until then, the pressed button shows enough. */
const announceAfterMs = 1000

/** Announces writes in progress, and asks before the page is left during one. */
export function Saving() {
  const isWriting = usePendingWrites() > 0
  const { waiting, confirming } = useSessionState()
  // A request that waits for a sign-in has not been sent yet.
  const isSending = isWriting && waiting.length === 0 && confirming.length === 0
  useEffect(() => {
    if (!isSending) return
    const ask = (event: BeforeUnloadEvent) => {
      // React may not have rendered the end of the last write yet.
      if (pendingWrites() > 0) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isSending])
  const late = useLate(isSending, announceAfterMs)
  // The element is always rendered, because a screen reader announces changes inside a live region.
  return (
    <div className={classes.saving} aria-live="polite">
      {late && 'Saving…'}
    </div>
  )
}
