/** Counts messages over time, for the activity strip. */

export interface ActivityBucket {
  /** Seconds; `to` is exclusive and equals `from` of the next bucket. */
  from: number
  to: number
  total: number
  /** How many of them are part of a wave. */
  repeated: number
}

const minute = 60
const hour = 60 * minute
/** Seconds. Each width divides a day of 24 hours and is at most twice the one before. */
const bucketWidths = [
  10,
  20,
  30,
  minute,
  ...[2, 3, 5, 10, 15, 20, 30].map((count) => count * minute),
  ...[1, 2, 3, 4, 6, 8, 12].map((count) => count * hour),
]
const day = 24 * hour
/** Together with the two partial buckets at the ends, there are at most 120. */
const maxFullBuckets = 118

/**
 * Buckets of equal width from the oldest to the newest message: 60 to 120 of them, unless they span less than 20 minutes. Every local day starts a new
 * bucket, so on a day of 23 or 25 hours one of them is shorter. Beyond four months, a bucket is a number of whole local days.
 * @param messages newest first, time in seconds. @param inWaves ids
 */
export function activityBuckets(messages: readonly { id: number; time: number }[], inWaves: ReadonlySet<number>): ActivityBucket[] {
  const [newest, oldest] = [messages[0], messages.at(-1)]
  if (!newest || !oldest) return []
  const edges = edgesOf(atLeast1970(oldest.time), atLeast1970(newest.time))
  const buckets = edges.slice(1).map((to, index) => ({ from: edges[index] ?? 0, to, total: 0, repeated: 0 }))
  let index = buckets.length - 1
  for (const { id, time } of messages) {
    while (index > 0 && atLeast1970(time) < (buckets[index]?.from ?? 0)) index--
    const bucket = buckets[index]
    if (!bucket) continue
    bucket.total++
    if (inWaves.has(id)) bucket.repeated++
  }
  return buckets
}

/** A time before 1970 is an error of the service. It is clamped, because the number of buckets would be unbounded otherwise. */
const atLeast1970 = (time: number) => Math.max(0, time)

/** The start of each bucket, and the end of the last one. @param first, last seconds */
function edgesOf(first: number, last: number): number[] {
  const length = last - first
  const step = bucketWidths.find((seconds) => length / seconds <= maxFullBuckets)
  return step === undefined ? edgesOfDays(first, last, Math.ceil(length / day / maxFullBuckets)) : edgesWithinDays(first, last, step)
}

function edgesOfDays(first: number, last: number, days: number): number[] {
  const edges = [startOfDay(first, 0)]
  while ((edges.at(-1) ?? 0) <= last) edges.push(startOfDay(edges.at(-1) ?? 0, days))
  return edges
}

function edgesWithinDays(first: number, last: number, step: number): number[] {
  const edges: number[] = []
  for (let dayStart = startOfDay(first, 0); dayStart <= last; dayStart = startOfDay(dayStart, 1)) {
    const dayEnd = startOfDay(dayStart, 1)
    for (let at = dayStart; at < dayEnd; at += step) if (Math.min(at + step, dayEnd) > first && at <= last) edges.push(at)
  }
  const start = edges.at(-1) ?? 0
  return [...edges, Math.min(start + step, startOfDay(start, 1))]
}

/** The start of the local day of `time`, or of a later day. Seconds. */
function startOfDay(time: number, daysLater: number): number {
  const date = new Date(time * 1000)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + daysLater).getTime() / 1000
}
