/** How often each chat is polled, and how many polls an account may send a minute. Times are milliseconds of the monotonic clock. */

export const activePollMs = 3000
export const idlePollMs = 60_000
/** After this long without new messages a chat is polled less and less often. */
const staysActiveMs = 30_000
const slowdown = 1.5
const maxFailedPollMs = 5 * 60_000

export interface Poll {
  due: number
  intervalMs: number
  /** When a new message was last read. */
  active: number
}

export const firstPoll = (now: number): Poll => ({ due: now, intervalMs: activePollMs, active: now })

export function pollAfter(poll: Poll, result: 'new' | 'nothing' | 'failed', now: number): Poll {
  const after = (intervalMs: number, active = poll.active): Poll => ({ due: now + intervalMs, intervalMs, active })
  if (result === 'new') return after(activePollMs, now)
  if (result === 'failed') return after(Math.min(maxFailedPollMs, poll.intervalMs * 2))
  if (now - poll.active < staysActiveMs) return after(activePollMs)
  return after(Math.min(idlePollMs, poll.intervalMs * slowdown))
}

/** The share of the budget for reads, spread evenly over the minute. The rest is for deletions and other work of the worker. */
const readShare = 0.75
/** Unused reads of this many seconds are saved. */
const savedSeconds = 5

/** A token bucket for reads. */
export function createAllowance(now: number) {
  let saved = 1
  let at = now

  /** @param budget requests a minute */
  function fill(budget: number, time: number) {
    const perMs = (budget * readShare) / 60_000
    saved = Math.min(Math.max(1, perMs * savedSeconds * 1000), saved + (time - at) * perMs)
    at = time
    return perMs
  }

  return {
    take: (budget: number, time: number): boolean => {
      fill(budget, time)
      if (saved < 1) return false
      saved--
      return true
    },
    /** Milliseconds until the next read. */
    waitMs: (budget: number, time: number): number => {
      const perMs = fill(budget, time)
      return saved >= 1 ? 0 : Math.ceil((1 - saved) / perMs)
    },
  }
}
