import { useEffect } from 'react'
import { signalWorkspace } from '#dashboard/platform/api/workspace-query.ts'

/** The server shows it to others for 30 s. */
const repeatMs = 12_000
/** Entries that are only passed over are not sent. */
const pauseMs = 600

const sendPresence = (hitId: string | null) => {
  if (document.visibilityState === 'visible') void signalWorkspace('reviewLook', { body: { hitId } })
}

/** Tells others which entry this person looks at, while the page is visible. @param hitId null: no entry */
export function usePresence(hitId: string | null): void {
  useEffect(() => {
    const first = setTimeout(() => sendPresence(hitId), pauseMs)
    const timer = setInterval(() => sendPresence(hitId), repeatMs)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
    }
  }, [hitId])
}
