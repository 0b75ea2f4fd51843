import { useMemo } from 'react'
import { affectedPeriods, clockChangesAfter, type AffectedPeriod, type ClockChange } from '#contract/hours/clock-changes.ts'
import type { ChatHours } from '#contract/hours/timetable.ts'
import { clockAt, dayMs } from '#contract/hours/zone.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { longDate, timeIn } from './dates.ts'
import { timeText } from '#dashboard/ui/format/time-of-day.ts'
import classes from './ClockNotes.module.css'

/** What the nights on which clocks change mean for these hours, within a year. */
export function ClockNotes({ hours, now }: { hours: ChatHours; now: number }) {
  const { zone } = hours
  const today = Math.floor(now / dayMs) * dayMs
  const changes = useMemo(() => clockChangesAfter(zone, today), [zone, today])
  return (
    <ul className={classes.notes}>
      {changes.map((change) => {
        const affected = affectedPeriods(hours, change)
        return affected.length === 0 ? null : (
          <li key={change.at} className={classes.note}>
            <Icon name="info" />
            <div>
              {headOf(change, zone)} {affected.map((period) => noteOf(period, change, zone)).join(' ')}
            </div>
          </li>
        )
      })}
    </ul>
  )
}

function headOf({ at, minutes }: ClockChange, zone: string): string {
  const date = longDate(clockAt(zone, at).date)
  return minutes > 0 ? `Clocks go forward on ${date}.` : `Clocks go back on ${date}.`
}

function noteOf({ period, opens, closes, minutes, usualMinutes }: AffectedPeriod, change: ClockChange, zone: string): string {
  const [from, to, moment] = [timeText(period.from), timeText(period.to), timeIn(zone, change.at)]
  if (minutes === 0) return `That night the chat doesn’t open from ${from} to ${to}, because clocks skip these times.`
  if (opens === 'skipped') return `${from} doesn’t exist that night: the chat opens at ${moment}.`
  if (closes === 'skipped') return `${to} doesn’t exist that night: the chat closes at ${moment}.`
  if (opens === 'twice') return `${from} comes twice that night: the chat opens the first time.`
  if (closes === 'twice') return `${to} comes twice that night: the chat closes the first time.`
  const difference = lengthOf(Math.abs(minutes - usualMinutes))
  return minutes < usualMinutes
    ? `That night the chat still closes at ${to}, so it is open for ${difference} less.`
    : `That night the chat still closes at ${to}, so it is open for ${difference} more.`
}

const lengthOf = (minutes: number) => (minutes === 60 ? 'one hour' : `${minutes} minutes`)
