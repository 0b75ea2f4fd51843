/** How often each chat is read, and how many reads an account may have in a minute. Times are milliseconds of a clock that nobody can set. */

export const activePollMs = 3000
export const idlePollMs = 60_000
/** A chat in which nobody has written for so long is read less and less often. */
const staysActiveMs = 30_000
const slowdown = 1.5
const maxFailedPollMs = 5 * 60_000

export interface Poll {
  due: number
  intervalMs: number
  /** When something new was last read. */
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

/** Reads are spread over the minute, and leave a part of the budget to deletions and to everything else that runs on its own. */
const readShare = 0.75
/** Seconds for which reads are saved up. */
const savedSeconds = 5

/** A token bucket. */
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
