import { useEffect } from 'react'
import { signalWorkspace } from '#dashboard/platform/api/workspace-query.ts'

/** Others see it for 30 s. */
const repeatMs = 12_000
/** What somebody only passes over is not said. */
const pauseMs = 600

const say = (hitId: string | null) => {
  if (document.visibilityState === 'visible') void signalWorkspace('reviewLook', { body: { hitId } })
}

/** Says to others what this person looks at, while the page is in sight. @param hitId null: the page, but no entry */
export function usePresence(hitId: string | null): void {
  useEffect(() => {
    const first = setTimeout(() => say(hitId), pauseMs)
    const timer = setInterval(() => say(hitId), repeatMs)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
    }
  }, [hitId])
}
