import { ZoneSelect } from '#dashboard/ui/form/ZoneSelect.tsx'
import { DayRow } from './DayRow.tsx'
import { type Day, dayName, days, periodsText, type TypedPeriod, typedPeriods } from './hours-fields.ts'
import type { HoursPartProps } from './hours-props.ts'
import classes from './hours.module.css'

interface WeekProps extends HoursPartProps {
  now: number
  onCheck: (day: Day) => void
}

/** The periods of each day of the week, and the zone in which they are meant. */
export function Week({ values, base, problems, mayWrite, set, now, onCheck }: WeekProps) {
  const change = (day: Day, periods: TypedPeriod[]) => set(day, periodsText(periods))
  return (
    <section aria-labelledby="every-week">
      <div className={classes.weekHead}>
        <h2 className="heading grow" id="every-week">
          Every week
        </h2>
        <ZoneSelect value={values.zone} error={problems.zone} disabled={!mayWrite} now={now} onChange={(zone) => set('zone', zone)} />
      </div>
      <div className={classes.hours} aria-hidden>
        <div className={classes.axis}>
          {[0, 6, 12, 18, 24, 30].map((hour) => (
            <span key={hour} style={{ left: `${(hour * 100) / 30}%` }}>
              {hour % 24}
            </span>
          ))}
        </div>
      </div>
      <ul className={classes.days}>
        {days.map((day) => (
          <DayRow
            key={day}
            day={day}
            periods={typedPeriods(values[day])}
            isEdited={values[day] !== base[day]}
            problem={problems[day]}
            mayWrite={mayWrite}
            onChange={(periods) => change(day, periods)}
            onCheck={() => onCheck(day)}
            onCopy={(to) => {
              for (const other of to) if (other !== day) set(other, values[day])
            }}
          />
        ))}
      </ul>
      <p className="visually-hidden">{days.filter((day) => values[day] !== base[day]).map((day) => `${dayName[day]} is edited. `)}</p>
    </section>
  )
}
