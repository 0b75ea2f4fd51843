import { clockAt } from '#contract/hours/zone.ts'
import { dayAndMonth, timeIn, weekday } from '#dashboard/ui/format/dates.ts'
import { count } from '#dashboard/ui/format/numbers.ts'
import { timeText } from '#dashboard/ui/format/time-of-day.ts'
import { type AgendaDay, type Entry, hoursOfWeek, keyOf, turnsInWords } from './agenda.ts'
import classes from './schedule.module.css'

/** Of one hour of a day; the agenda has the others. */
const maxOfHour = 3

interface WeekTableProps {
  days: readonly AgendaDay[]
  /** Of each day. */
  entries: readonly Entry[][]
  /** The viewer's. */
  zone: string
  now: number
  /** @param day its index in this week */
  onEntry: (day: number, entry: Entry) => void
}

/** Seven days beside each other, hours down. Hours in which nothing happens are left out. */
export function WeekTable({ days, entries, zone, now, onEntry }: WeekTableProps) {
  const today = clockAt(zone, now).date
  const hours = hoursOfWeek(entries, zone)
  return (
    <div className={classes.weekFrame}>
      <table className={classes.week} aria-label="Week">
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Hour</span>
            </th>
            {days.map(({ date }) => (
              <th key={date} scope="col" aria-current={date === today ? 'date' : undefined}>
                {weekday(date)} <b className="strong num">{dayAndMonth(date)}</b>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {hours.map(({ hour, cells }) => (
            <tr key={hour}>
              <th scope="row" className="num">
                {timeText(hour * 60)}
              </th>
              {cells.map((cell, day) => (
                <td key={days[day]!.date}>
                  {cell.slice(0, maxOfHour).map((entry) => (
                    <button key={keyOf(entry)} type="button" data-kind={entry.kind} onClick={() => onEntry(day, entry)}>
                      <span className="num">{timeIn(zone, entry.at)}</span>{' '}
                      {'turns' in entry ? turnsInWords(entry.turns) : entry.action.title}
                    </button>
                  ))}
                  {cell.length > maxOfHour && (
                    <button type="button" className="quiet" onClick={() => onEntry(day, cell[maxOfHour]!)}>
                      {count(cell.length - maxOfHour)} more
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {hours.length === 0 && <p className="panel help">Nothing is planned in this week.</p>}
    </div>
  )
}
