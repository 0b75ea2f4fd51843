/**
 * The share of messages that a rule would delete, over the last hour of what this process has read for it. It is not stored: after a restart it begins
 * anew, and the limits of a minute and an hour, which are, go on.
 */

const bucketMs = 60_000
const windowMs = 60 * bucketMs
/** Fewer say nothing about a share: the only message of a night would be all of them. */
const minForShare = 10

interface Bucket {
  at: number
  read: number
  named: number
}

export function createPercentBrake() {
  const rules = new Map<string, Bucket[]>()

  return {
    /**
     * Counts messages, and says whether the rule is beyond its limit now.
     * @param key of the rule and its version  @param percent its limit  @param now milliseconds of a clock that nobody can set
     */
    isReached: (key: string, { read, named }: { read: number; named: number }, percent: number, now: number): boolean => {
      const at = Math.floor(now / bucketMs) * bucketMs
      const buckets = (rules.get(key) ?? []).filter((bucket) => now - bucket.at < windowMs)
      const last = buckets.at(-1)
      if (last?.at === at) {
        last.read += read
        last.named += named
      } else buckets.push({ at, read, named })
      rules.set(key, buckets)
      const all = buckets.reduce((sum, bucket) => ({ read: sum.read + bucket.read, named: sum.named + bucket.named }), {
        read: 0,
        named: 0,
      })
      return all.named >= minForShare && all.named * 100 > all.read * percent
    },
    /** Forgets rules that do not run any more. */
    keep: (keys: ReadonlySet<string>) => {
      for (const key of rules.keys()) if (!keys.has(key)) rules.delete(key)
    },
  }
}
