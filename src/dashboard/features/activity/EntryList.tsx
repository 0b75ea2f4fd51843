import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { day, useNow } from '#dashboard/ui/format/time.tsx'
import type { Kept } from './entry.ts'
import classes from './EntryList.module.css'
import { EntryRow } from './EntryRow.tsx'

/** So many lines are drawn at first, and with every press of "Show more". */
const step = 100

interface EntryListProps {
  /** Newest first; at least one. */
  lines: Kept[]
  /** How many there are without the filters. */
  all: number
  catalogue: Catalogue
  accountId: number
}

/** The record by days. */
export function EntryList({ lines, all, catalogue, accountId }: EntryListProps) {
  const [drawn, setDrawn] = useState(step)
  const now = useNow()
  const left = lines.length - drawn
  return (
    <div className={classes.list}>
      {byDay(lines.slice(0, drawn)).map(({ date, ofDay }) => (
        <section key={date} aria-label={date}>
          <h2 className={classes.day}>{dayWords(date, now)}</h2>
          <ul aria-label={`Changes of ${date}`}>
            {ofDay.map(({ key, value }) => (
              <EntryRow key={key.join('-')} entry={value} catalogue={catalogue} accountId={accountId} />
            ))}
          </ul>
        </section>
      ))}
      <div className={classes.foot}>
        <p role="status">{lines.length === all ? counted(all, 'change') : `${lines.length} of ${counted(all, 'change')}`} · newest first</p>
        {left > 0 && <Button onClick={() => setDrawn(drawn + step)}>Show {Math.min(step, left)} more</Button>}
      </div>
    </div>
  )
}

function byDay(lines: Kept[]): { date: string; ofDay: Kept[] }[] {
  const days: { date: string; ofDay: Kept[] }[] = []
  for (const line of lines) {
    const date = day(line.value.at / 1000)
    const last = days.at(-1)
    if (last?.date === date) last.ofDay.push(line)
    else days.push({ date, ofDay: [line] })
  }
  return days
}

/** @param now seconds */
function dayWords(date: string, now: number): string {
  if (date === day(now)) return `Today, ${date}`
  return date === day(now - 24 * 60 * 60) ? `Yesterday, ${date}` : date
}
