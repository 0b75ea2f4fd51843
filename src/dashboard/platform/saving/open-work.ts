import { useEffect } from 'react'
import { endedBecause, hasSignedOut, storageScope } from '#dashboard/platform/session/session-state.ts'

/**
 * Work that is only on the screen, such as an open form. The browser asks before its page is left, and signing out in any tab names it: a tab holds a
 * shared lock for it, which all tabs of the browser can list, and which ends with the tab however that ends.
 */

const ofThisTab = new Set<{ what: string }>()
const prefix = () => `roomkeeper-open-work-${storageScope()}-`
// Missing where the page came over plain http from another machine.
const locks = () => navigator.locks as LockManager | undefined

/** @param what its name on the screen: “New chat”; null: nothing would be lost */
export function useOpenWork(what: string | null): void {
  useEffect(() => {
    if (what === null) return
    const ask = (event: BeforeUnloadEvent) => {
      // Whoever was removed from the team cannot save any more, and has been offered the text to copy. Whoever signed out was asked.
      if (endedBecause() === null && !hasSignedOut()) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    const entry = { what }
    ofThisTab.add(entry)
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    void locks()?.request(prefix() + what, { mode: 'shared' }, () => released)
    return () => {
      removeEventListener('beforeunload', ask)
      ofThisTab.delete(entry)
      release()
    }
  }, [what])
}

/** What is open and not saved, in all tabs of this browser as far as it tells. Never rejects. */
export async function openWork(): Promise<string[]> {
  const held = (
    await locks()
      ?.query()
      .catch(() => null)
  )?.held
  if (!held) return [...ofThisTab].map(({ what }) => what)
  return held.flatMap(({ name = '' }) => (name.startsWith(prefix()) ? [name.slice(prefix().length)] : []))
}
