import { useState } from 'react'
import type { Hit } from '#contract/gateway/review.ts'
import { secondsLeft, useSecondsLeft, useServerNow } from '#dashboard/platform/review/time-left.ts'
import { isOpen } from '#dashboard/platform/review/verdict.ts'
import { count, plural } from '#dashboard/ui/format/numbers.ts'
import classes from './queue.module.css'
import type { ShownEntry } from './entries.ts'

const radius = 11
const circumference = 2 * Math.PI * radius

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
        {hit.due === null ? 'Pending while all rules are off' : plural(left, 'Deleted in {count} second', 'Deleted in {count} seconds')}
      </span>
    </span>
  )
}

const announcedSeconds = 10

/** Announces once for each held entry that ten seconds are left: announcing every second would drown out everything else. */
export function TenSeconds({ held }: { held: readonly ShownEntry[] }) {
  const now = useServerNow()
  const [announced, setAnnounced] = useState<ReadonlySet<string>>(new Set())
  const soon = held.filter(({ hits: [first] }) => {
    const left = first.due === null || !isOpen(first) ? null : secondsLeft(first, now)
    return left !== null && left > 0 && left <= announcedSeconds
  })
  const unannounced = soon.filter(({ key }) => !announced.has(key))
  const [text, setText] = useState('')
  if (unannounced.length > 0) {
    setAnnounced(new Set(soon.map(({ key }) => key)))
    setText(
      unannounced.map(({ hits: [{ message }] }) => `${message.userName || 'no name'}: deleted in ${announcedSeconds} seconds`).join('. '),
    )
  }
  return (
    <p role="status" className="visually-hidden">
      {text}
    </p>
  )
}
