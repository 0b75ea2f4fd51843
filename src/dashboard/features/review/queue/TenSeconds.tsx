import { isOpen } from '#dashboard/platform/review/verdict.ts'
import { useState } from 'react'
import { secondsLeft, useServerNow } from '#dashboard/platform/review/time-left.ts'
import type { ShownEntry } from './shown.ts'

const announcedSeconds = 10

/** Announces once for each held entry that ten seconds are left: announcing every second would drown out everything else. */
export function TenSeconds({ shown }: { shown: readonly ShownEntry[] }) {
  const now = useServerNow()
  const [announced, setAnnounced] = useState<ReadonlySet<string>>(new Set())
  const soon = shown.filter(({ hits: [first] }) => {
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
