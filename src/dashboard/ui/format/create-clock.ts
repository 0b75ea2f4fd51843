import { useSyncExternalStore } from 'react'
import { clocksAhead } from './clocks.ts'

/**
 * A clock that components follow: the present in seconds. All of them share one timer, because a table has a time in each row.
 * @param everySeconds how often it is renewed
 * @param nowMs its time in milliseconds
 */
export function createClock(everySeconds: number, nowMs: () => number): () => number {
  let now = 0
  let stop: (() => void) | undefined
  const listeners = new Set<() => void>()

  function present(): number {
    // While nothing is subscribed, nothing renews it.
    if (listeners.size === 0 && Math.abs(nowMs() / 1000 - now) >= everySeconds) now = nowMs() / 1000
    return now
  }

  function renew() {
    now = nowMs() / 1000
    for (const notify of listeners) notify()
  }

  function start() {
    const timer = setInterval(renew, everySeconds * 1000)
    const unsubscribe = clocksAhead.subscribe(renew)
    return () => {
      clearInterval(timer)
      unsubscribe()
    }
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    stop ??= start()
    return () => {
      listeners.delete(listener)
      if (listeners.size > 0) return
      stop?.()
      stop = undefined
    }
  }

  return () => useSyncExternalStore(subscribe, present)
}
