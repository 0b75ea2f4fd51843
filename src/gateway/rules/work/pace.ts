/**
 * How often each chat is polled, how many polls an account may send a minute, and how much a rule may match. Times are milliseconds of the monotonic clock.
 */

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

const bucketMs = 60_000
const windowMs = 60 * bucketMs
/** Fewer matches are not evaluated: a single message at night would be 100 %. */
const minForShare = 10

interface Bucket {
  at: number
  read: number
  matched: number
}

/**
 * The share of messages that a rule matches, over the last hour of messages that this process has read for it. It is not stored, so it starts over after
 * a restart; the limits per minute and per hour are stored and continue.
 */
export function createPercentBrake() {
  const rules = new Map<string, Bucket[]>()

  return {
    /**
     * Counts messages. Returns whether the rule exceeds its limit now.
     * @param key of the rule and its version  @param percent its limit  @param now milliseconds of the monotonic clock
     */
    isReached: (key: string, { read, matched }: { read: number; matched: number }, percent: number, now: number): boolean => {
      const at = Math.floor(now / bucketMs) * bucketMs
      const buckets = (rules.get(key) ?? []).filter((bucket) => now - bucket.at < windowMs)
      const last = buckets.at(-1)
      if (last?.at === at) {
        last.read += read
        last.matched += matched
      } else buckets.push({ at, read, matched })
      rules.set(key, buckets)
      const sum = (of: 'read' | 'matched') => buckets.reduce((total, bucket) => total + bucket[of], 0)
      return sum('matched') >= minForShare && sum('matched') * 100 > sum('read') * percent
    },
    /** Drops the counts of all other rules. */
    keep: (keys: ReadonlySet<string>) => {
      for (const key of rules.keys()) if (!keys.has(key)) rules.delete(key)
    },
  }
}
