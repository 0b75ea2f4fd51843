import { useEffect } from 'react'
import { pendingWrites, usePendingWrites } from '#dashboard/platform/api/actions.ts'
import { useSessionState } from '#dashboard/platform/session/session.ts'
import classes from './Saving.module.css'
import { useLate } from './skeletons.tsx'

/** A write that takes longer than this is mentioned, in milliseconds. Before, the button that was pressed says enough. */
const patience = 1000

/** What is being written, wherever it was begun: shown while it lasts, and asked about before the page is left. */
export function Saving() {
  const isWriting = usePendingWrites() > 0
  const { waiting, confirming } = useSessionState()
  // What waits for the person to sign in has not been sent.
  const isUnderWay = isWriting && waiting.length === 0 && confirming.length === 0
  useEffect(() => {
    if (!isUnderWay) return
    const ask = (event: BeforeUnloadEvent) => {
      // What just ended may not be drawn yet.
      if (pendingWrites() > 0) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isUnderWay])
  const late = useLate(isUnderWay, patience)
  // Always there: a screen reader announces what changes in it.
  return (
    <div className={classes.saving} aria-live="polite">
      {late && 'Saving…'}
    </div>
  )
}
