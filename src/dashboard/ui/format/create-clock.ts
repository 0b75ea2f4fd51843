import { useSyncExternalStore } from 'react'

/**
 * A clock that components follow: the present in seconds. All of them share one timer, because a table has a time in each row.
 * @param everySeconds how often it is renewed
 */
export function createClock(everySeconds: number): () => number {
  let now = 0
  let timer: ReturnType<typeof setInterval> | undefined
  const listeners = new Set<() => void>()

  function present(): number {
    // While nothing is subscribed, nothing renews it.
    if (listeners.size === 0 && Math.abs(Date.now() / 1000 - now) >= everySeconds) now = Date.now() / 1000
    return now
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    timer ??= setInterval(() => {
      now = Date.now() / 1000
      for (const notify of listeners) notify()
    }, everySeconds * 1000)
    return () => {
      listeners.delete(listener)
      if (listeners.size > 0) return
      clearInterval(timer)
      timer = undefined
    }
  }

  return () => useSyncExternalStore(subscribe, present)
}
