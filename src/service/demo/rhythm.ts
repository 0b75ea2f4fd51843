import type { Random } from './random.ts'

/** All times here are Unix seconds. */
export interface Span {
  from: number
  to: number
}

/** How busy a chat is at a moment; only the ratio of two values means anything. */
export type Busyness = (seconds: number) => number

/** Sorted moments within the span, denser where the chat is busier. */
export function moments(random: Random, { from, to }: Span, count: number, busyness: Busyness): number[] {
  const minutes = Math.floor((to - from) / 60)
  const sums = new Float64Array(minutes)
  let total = 0
  for (let minute = 0; minute < minutes; minute++) {
    total += busyness(from + minute * 60)
    sums[minute] = total
  }
  const found = Array.from({ length: count }, () => from + firstAbove(sums, random.next() * total) * 60 + random.int(0, 59))
  return found.toSorted((a, b) => a - b)
}

function firstAbove(sums: Float64Array, value: number): number {
  let low = 0
  let high = sums.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sums[middle] ?? 0) > value) high = middle
    else low = middle + 1
  }
  return low
}

export const day = 86_400
export const hourOf = (seconds: number) => Math.floor((seconds % day) / 3600)
/** 0 = Sunday. */
export const weekdayOf = (seconds: number) => (Math.floor(seconds / day) + 4) % 7
export const within = ({ from, to }: Span, seconds: number) => seconds >= from && seconds < to
