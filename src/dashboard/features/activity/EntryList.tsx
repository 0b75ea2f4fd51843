import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { count, plural } from '#dashboard/ui/format/numbers.ts'
import { day, useNow } from '#dashboard/ui/format/time.tsx'
import type { KeptEntry } from './entry.ts'
import classes from './EntryList.module.css'
import { EntryRow } from './EntryRow.tsx'

/** Entries drawn at first, and added by each press of "Show more". */
const step = 100

interface EntryListProps {
  /** Newest first; at least one. */
  entries: KeptEntry[]
  /** How many there are without the filters. */
  total: number
  catalogue: Catalogue
}

/** The record by days. */
export function EntryList({ entries, total, catalogue }: EntryListProps) {
  const [drawn, setDrawn] = useState(step)
  const now = useNow()
  const left = entries.length - drawn
  return (
    <div className={classes.list}>
      {byDay(entries.slice(0, drawn)).map(({ date, ofDay }) => (
        <section key={date} aria-label={date}>
          <h2 className={classes.day}>{dayInWords(date, now)}</h2>
          <ul aria-label={`Changes of ${date}`}>
            {ofDay.map(({ key, value }) => (
              <EntryRow key={key.join('-')} entry={value} catalogue={catalogue} />
            ))}
          </ul>
        </section>
      ))}
      <div className={classes.foot}>
        <p role="status">
          {entries.length === total
            ? plural(total, '{count} change · newest first', '{count} changes · newest first')
            : plural(total, '{shown} of {count} change · newest first', '{shown} of {count} changes · newest first', {
                shown: count(entries.length),
              })}
        </p>
        {left > 0 && <Button onClick={() => setDrawn(drawn + step)}>Show {count(Math.min(step, left))} more</Button>}
      </div>
    </div>
  )
}

function byDay(entries: KeptEntry[]): { date: string; ofDay: KeptEntry[] }[] {
  const days: { date: string; ofDay: KeptEntry[] }[] = []
  for (const entry of entries) {
    const date = day(entry.value.at / 1000)
    const last = days.at(-1)
    if (last?.date === date) last.ofDay.push(entry)
    else days.push({ date, ofDay: [entry] })
  }
  return days
}

/** @param now seconds */
function dayInWords(date: string, now: number): string {
  if (date === day(now)) return `Today, ${date}`
  return date === day(now - 24 * 60 * 60) ? `Yesterday, ${date}` : date
}
