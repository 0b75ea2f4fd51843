import { useDeferredValue, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { groupNames } from '#contract/settings-derive.ts'
import type { SettingsView } from './view.ts'

/** These fill the screen when the page opens. */
export const firstGroups = groupNames.slice(0, 2)

/**
 * Whether the groups below the screen are drawn too. They are once the first ones are on the screen, in a render that delays no click; and at once when
 * one of them may be needed: for a link to a setting, a search or a filter, or by a key, which may move the focus or open the browser's own search.
 */
export function useAllGroups({ search, show, setting }: Pick<SettingsView, 'search' | 'show' | 'setting'>) {
  const haveFirst = useDeferredValue(true, false)
  const [hasAll, setAll] = useState(false)
  if (!hasAll && (haveFirst || search !== '' || show !== 'all' || setting !== null)) setAll(true)
  useEffect(() => {
    if (hasAll) return
    const onKey = () => flushSync(() => setAll(true))
    addEventListener('keydown', onKey, true)
    return () => removeEventListener('keydown', onKey, true)
  }, [hasAll])
  return {
    hasAll,
    /** They are in the document when this returns. */
    drawAll: () => flushSync(() => setAll(true)),
  }
}
