import type { Wait } from './request-scheduler.ts'

const minuteMs = 60_000

/**
 * Leaves a part of what a service allows a token to whoever else uses it: few requests are sent at once, and of many no more than so many in any minute.
 * @param now the current time in milliseconds
 */
export function createRateLimiter(now: () => number, perMinute: number) {
  /** When the last ones were sent, or will be. */
  const sent: number[] = []
  /** Resolves when the caller may send its next requests. */
  return (wait: Wait, signal: AbortSignal, requests = 1): Promise<void> => {
    const at = Math.max(now(), (sent.at(requests - 1 - perMinute) ?? -Infinity) + minuteMs)
    sent.push(...Array.from({ length: requests }, () => at))
    sent.splice(0, sent.length - perMinute)
    return at > now() ? wait(at - now(), signal) : Promise.resolve()
  }
}
