import { useRef } from 'react'
import { dayAndMonth, fullDate, weekday } from '#dashboard/ui/format/dates.ts'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { type AgendaDay, type Entry, keyOf } from './agenda.ts'
import classes from './schedule.module.css'

/** More are not drawn: the marks show where something happens, not how much. */
const maxMarks = 7

interface DayStripProps {
  days: readonly AgendaDay[]
  /** Of each day. */
  entries: readonly Entry[][]
  /** The index of the day in sight, or of the first one of the week. */
  current: number
  isWeek: boolean
  onDay: (day: number) => void
}

/** The coming days with a mark for each entry. A click or the arrow keys lead to a day. */
export function DayStrip({ days, entries, current, isWeek, onDay }: DayStripProps) {
  const strip = useRef<HTMLDivElement>(null)
  const shown = Math.min(current, days.length - 1)
  function move(to: number) {
    const day = Math.max(0, Math.min(to, days.length - 1))
    strip.current?.querySelectorAll('button')[day]?.focus({ preventScroll: true })
    onDay(day)
  }
  function onKeyDown(event: React.KeyboardEvent, day: number) {
    const steps: Record<string, number> = { ArrowRight: day + 1, ArrowLeft: day - 1, Home: 0, End: days.length - 1 }
    const to = steps[event.key]
    if (to === undefined) return
    event.preventDefault()
    move(to)
  }
  return (
    <div ref={strip} className={classes.strip} role="toolbar" aria-label="Days" style={{ '--days': days.length } as React.CSSProperties}>
      {days.map(({ date }, day) => {
        const ofDay = entries[day] ?? []
        const isShown = isWeek ? day >= current && day < current + 7 : day === shown
        return (
          <button
            key={date}
            type="button"
            className={classes.stripDay}
            tabIndex={day === shown ? 0 : -1}
            aria-current={day === shown ? 'date' : undefined}
            data-shown={isShown || undefined}
            aria-label={`${fullDate(date)}, ${ofDay.length === 0 ? 'nothing planned' : counted(ofDay.length, 'entry', 'entries')}`}
            onClick={() => onDay(day)}
            onKeyDown={(event) => onKeyDown(event, day)}
          >
            <span className="nowrap">
              {weekday(date)} <b className="strong num">{Number(date.slice(8))}</b>
              {day > 0 && date.endsWith('-01') && <b className={`strong ${classes.month}`}>{dayAndMonth(date).slice(1)}</b>}
            </span>
            <span className={classes.marks} aria-hidden>
              {ofDay.slice(0, maxMarks).map((entry) => (
                <i key={keyOf(entry)} data-kind={entry.kind} />
              ))}
            </span>
          </button>
        )
      })}
    </div>
  )
}
