import { count } from '#dashboard/ui/format/numbers.ts'
import { whenText } from '#dashboard/ui/format/when.ts'

/** "4 s ago", "3 min ago", then the time: "13:40", "Sun 08:00". Never in the future. Milliseconds. */
export function momentText(at: number, now: number): string {
  const seconds = Math.max(0, Math.floor((now - at) / 1000))
  if (seconds < 60) return `${count(seconds)} s ago`
  return seconds < 60 * 60 ? `${count(Math.floor(seconds / 60))} min ago` : whenText(at, now)
}
