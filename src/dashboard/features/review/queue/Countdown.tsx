import type { Hit } from '#contract/workspace/review.ts'
import { useSecondsLeft } from '#dashboard/platform/review/time-left.ts'
import { count, plural } from '#dashboard/ui/format/numbers.ts'
import classes from './queue.module.css'

const radius = 11
const circumference = 2 * Math.PI * radius

/** The seconds that a held message has left, in a ring that empties. */
export function Countdown({ hit }: { hit: Hit }) {
  const left = useSecondsLeft(hit) ?? 0
  const whole = Math.max(1, ((hit.due ?? hit.seenAt + (hit.leftMs ?? 0)) - hit.seenAt) / 1000)
  return (
    <span className={classes.ring} data-stopped={hit.due === null || undefined}>
      <svg width={26} height={26} viewBox="0 0 26 26" aria-hidden>
        <circle cx={13} cy={13} r={radius} />
        <circle cx={13} cy={13} r={radius} strokeDasharray={`${circumference * Math.min(1, left / whole)} ${circumference}`} />
      </svg>
      <span aria-hidden data-long={left > 99 || undefined}>
        {count(left)}
      </span>
      <span className="visually-hidden">
        {hit.due === null ? 'Held while all rules are off' : plural(left, 'Deleted in {count} second', 'Deleted in {count} seconds')}
      </span>
    </span>
  )
}
