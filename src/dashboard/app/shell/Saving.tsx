import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { pendingWrites, usePendingWrites } from '#dashboard/platform/api/actions.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { useSessionState } from '#dashboard/platform/session/session-state.ts'
import { undoRequest } from '#dashboard/platform/undo-offer.ts'
import { toastError } from '#dashboard/ui/feedback/toast.tsx'
import classes from './Saving.module.css'
import { useLate } from './skeletons.tsx'

/** A write that takes longer than this, in milliseconds, is announced. Until then, the pressed button shows enough. */
const announceAfterMs = 1000

/** Announces writes in progress, asks before the page is left during one, and undoes them from their toasts. */
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
  useUndoRequests()
  const late = useLate(isSending, announceAfterMs)
  // The element is always rendered, because a screen reader announces changes inside a live region.
  return (
    <div className={classes.saving} aria-live="polite">
      {late && 'Saving…'}
    </div>
  )
}

function useUndoRequests() {
  const line = undoRequest.use()
  const may = useMay()
  const go = useNavigate()
  useEffect(() => {
    if (line === 0) return
    undoRequest.set(0)
    void import('#dashboard/features/changes/timeline/UndoButton.tsx')
      .then(({ undoLine }) => undoLine(line, may, go))
      .catch((error: unknown) => toastError('Nothing was undone', error))
  }, [line, may, go])
}
