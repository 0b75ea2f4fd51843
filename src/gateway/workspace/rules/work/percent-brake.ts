/**
 * The share of messages that a rule matches, over the last hour of messages that this process has read for it. It is not stored, so it starts over after
 * a restart; the limits per minute and per hour are stored and continue.
 */

const bucketMs = 60_000
const windowMs = 60 * bucketMs
/** Fewer matches are not evaluated: a single message at night would be 100 %. */
const minForShare = 10

interface Bucket {
  at: number
  read: number
  matched: number
}

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
      const all = buckets.reduce((sum, bucket) => ({ read: sum.read + bucket.read, matched: sum.matched + bucket.matched }), {
        read: 0,
        matched: 0,
      })
      return all.matched >= minForShare && all.matched * 100 > all.read * percent
    },
    /** Drops the counts of all other rules. */
    keep: (keys: ReadonlySet<string>) => {
      for (const key of rules.keys()) if (!keys.has(key)) rules.delete(key)
    },
  }
}
