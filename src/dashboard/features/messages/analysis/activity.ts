/** How many messages came when, for a strip of small bars. */

export interface Bucket {
  /** Seconds, `to` not included. `to` is the `from` of the next. */
  from: number
  to: number
  total: number
  /** Those that are part of a wave. */
  repeated: number
}

const minute = 60
const hour = 60 * minute
/** Each divides a day of 24 hours, and is at most twice the one before. */
const steps = [
  10,
  20,
  30,
  minute,
  ...[2, 3, 5, 10, 15, 20, 30].map((many) => many * minute),
  ...[1, 2, 3, 4, 6, 8, 12].map((many) => many * hour),
]
const day = 24 * hour
/** With two more for what is cut off at both ends, 120. */
const mostSteps = 118

/**
 * Bars of equal width from the oldest to the newest message; 60 to 120 of them unless there is less than 20 minutes. Every local day begins a new
 * bar, so on a day of 23 or 25 hours one of them is shorter. From four months on a bar is as many whole local days as needed.
 * @param messages newest first, time in seconds. @param inWaves ids
 */
export function activity(messages: readonly { id: number; time: number }[], inWaves: ReadonlySet<number>): Bucket[] {
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

/** Nobody chatted before: such a time is an error of the service, and calendars know no end of it. */
const atLeast1970 = (time: number) => Math.max(0, time)

/** Where bars begin, and where the last one ends. @param first, last seconds */
function edgesOf(first: number, last: number): number[] {
  const length = last - first
  const step = steps.find((seconds) => length / seconds <= mostSteps)
  return step === undefined ? edgesOfDays(first, last, Math.ceil(length / day / mostSteps)) : edgesWithinDays(first, last, step)
}

function edgesOfDays(first: number, last: number, days: number): number[] {
  const edges = [startOfDay(first, 0)]
  while ((edges.at(-1) ?? 0) <= last) edges.push(startOfDay(edges.at(-1) ?? 0, days))
  return edges
}

function edgesWithinDays(first: number, last: number, step: number): number[] {
  const edges: number[] = []
  for (let morning = startOfDay(first, 0); morning <= last; morning = startOfDay(morning, 1)) {
    const evening = startOfDay(morning, 1)
    for (let at = morning; at < evening; at += step) if (Math.min(at + step, evening) > first && at <= last) edges.push(at)
  }
  const start = edges.at(-1) ?? 0
  return [...edges, Math.min(start + step, startOfDay(start, 1))]
}

/** The beginning of a local day, some days later. Seconds. */
function startOfDay(time: number, daysLater: number): number {
  const date = new Date(time * 1000)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + daysLater).getTime() / 1000
}
