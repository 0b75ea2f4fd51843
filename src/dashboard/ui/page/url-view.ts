import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'

interface UrlView<View> {
  read: (query: URLSearchParams) => View
  /** Only what differs from the usual, so the plain page has a plain address. */
  write: (view: View) => URLSearchParams
  /** Whether Back shall undo this change by itself. */
  isStep?: (change: Partial<View>) => boolean
}

/**
 * What a person looks at, kept in the address, and a way to change parts of it. The page draws from its own state, because a navigation comes a
 * moment later than the key that caused it; the address follows.
 */
export function useUrlView<View extends object>({ read, write, isStep }: UrlView<View>): [View, (change: Partial<View>) => void] {
  const [query, setQuery] = useSearchParams()
  const [view, setView] = useState(() => read(query))
  const latest = useRef(view)
  const address = query.toString()
  /**
   * Addresses whose view is known here and which have not come yet, oldest first; a quicker one may overtake them. The first one is among them:
   * a key that is pressed as the page appears comes before its effect.
   */
  const written = useRef([address])

  useEffect(() => {
    const own = written.current.indexOf(address)
    written.current = written.current.slice(own + 1)
    if (own >= 0) return
    latest.current = read(new URLSearchParams(address))
    setView(latest.current)
  }, [address, read])

  const change = (part: Partial<View>) => {
    latest.current = { ...latest.current, ...part }
    setView(latest.current)
    const next = write(latest.current)
    if (next.toString() === address) return
    written.current.push(next.toString())
    setQuery(next, { replace: !isStep?.(part), preventScrollReset: true })
  }
  return [view, change]
}
