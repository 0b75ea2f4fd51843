import { isOpen } from '#dashboard/platform/review/verdict.ts'
import { useState } from 'react'
import { secondsLeft, useServerNow } from '#dashboard/platform/review/time-left.ts'
import type { ShownEntry } from './shown.ts'

const announcedSeconds = 10

/** Says once of each held entry that ten seconds are left: reading out every second would drown everything else. */
export function TenSeconds({ shown }: { shown: readonly ShownEntry[] }) {
  const now = useServerNow()
  const [said, setSaid] = useState<ReadonlySet<string>>(new Set())
  const soon = shown.filter(({ hits: [first] }) => {
    const left = first.due === null || !isOpen(first) ? null : secondsLeft(first, now)
    return left !== null && left > 0 && left <= announcedSeconds
  })
  const unsaid = soon.filter(({ key }) => !said.has(key))
  const [text, setText] = useState('')
  if (unsaid.length > 0) {
    setSaid(new Set(soon.map(({ key }) => key)))
    setText(unsaid.map(({ hits: [{ message }] }) => `${message.userName || 'no name'}: deleted in ${announcedSeconds} seconds`).join('. '))
  }
  return (
    <p role="status" className="visually-hidden">
      {text}
    </p>
  )
}
