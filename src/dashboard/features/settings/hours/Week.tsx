import { IconButton } from '#dashboard/ui/form/Button.tsx'
import { TextInput } from '@mantine/core'
import { Suspense, useRef, useState } from 'react'
import { maxPeriodsOfDay, minutesOfDay } from '#contract/hours/timetable.ts'
import { Switch } from '#dashboard/ui/form/Switch.tsx'
import { ZoneSelect } from '#dashboard/ui/form/ZoneSelect.tsx'
import { parseTime, timeText } from '#dashboard/ui/format/time-of-day.ts'
import { ActionMenu } from '#dashboard/ui/overlay/ActionMenu.tsx'
import { MenuItem } from '#dashboard/ui/overlay/MenuItem.tsx'
import { OverlayFallback } from '#dashboard/ui/overlay/OverlayFallback.tsx'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { equal } from '#engine/saving/equal.ts'
import { type Day, dayName, days, type HoursPartProps, periodOf, periodsInWords, type TypedPeriod } from './hours-fields.ts'
import classes from './hours.module.css'

const MessagesDialog = lazyPart(async () => (await import('./HoursDialogs.tsx')).MessagesDialog)

interface WeekProps extends HoursPartProps {
  now: number
  onCheck: (day: Day) => void
}

/** The periods of each day of the week, and the zone in which they are meant. */
export function Week({ values, base, problems, mayWrite, set, now, onCheck }: WeekProps) {
  return (
    <section aria-labelledby="every-week">
      <div className="section-head">
        <h3 className="heading" id="every-week">
          Every week
        </h3>
        <ZoneSelect value={values.zone} error={problems.zone} disabled={!mayWrite} now={now} onChange={(zone) => set('zone', zone)} />
      </div>
      <div className={classes.hours} aria-hidden>
        <div className={`meta relative ${classes.axis}`}>
          {[0, 6, 12, 18, 24, 30].map((hour) => (
            <span key={hour} style={{ left: `${(hour * 100) / 30}%` }}>
              {hour % 24}
            </span>
          ))}
        </div>
      </div>
      <ul className="overline">
        {days.map((day) => (
          <DayRow
            key={day}
            day={day}
            periods={values[day]}
            isEdited={!equal(values[day], base[day])}
            problem={problems[day]}
            mayWrite={mayWrite}
            onChange={(periods) => set(day, periods)}
            onCheck={() => onCheck(day)}
            onCopy={(to) => {
              for (const other of to) if (other !== day) set(other, values[day])
            }}
          />
        ))}
      </ul>
      <p className="visually-hidden">{days.filter((day) => !equal(values[day], base[day])).map((day) => `${dayName[day]} is edited. `)}</p>
    </section>
  )
}

interface DayRowProps {
  day: Day
  periods: TypedPeriod[]
  isEdited: boolean
  problem: string | undefined
  mayWrite: boolean
  onChange: (periods: TypedPeriod[]) => void
  /** Shows what is wrong with what was typed. */
  onCheck: () => void
  onCopy: (to: readonly Day[]) => void
}

const usual: TypedPeriod = { from: '09:00', to: '17:00', message: '' }
/** Six hours of the next day, so that a night stays one bar. */
const axisMinutes = 30 * 60

function DayRow({ day, periods, isEdited, problem, mayWrite, onChange, onCheck, onCopy }: DayRowProps) {
  const [isExpanded, setExpanded] = useState(false)
  const [writing, setWriting] = useState(false)
  // What is switched off comes back as it was.
  const last = useRef<TypedPeriod[]>([usual])
  const name = dayName[day]
  const isOpen = periods.length > 0
  const turn = (on: boolean) => {
    if (!on) last.current = periods
    onChange(on ? last.current : [])
  }
  const add = () => {
    const end = periods.at(-1)
    onChange([...periods, end ? { from: end.to, to: end.to, message: '' } : usual])
  }
  const canAdd = mayWrite && isOpen && periods.length < maxPeriodsOfDay
  return (
    <li
      id={`hours-${day}`}
      className={`underline ${classes.day}`}
      data-edited={isEdited || undefined}
      data-expanded={isExpanded || problem !== undefined || undefined}
    >
      <button
        type="button"
        className={`row full-row on-phones ${classes.summary}`}
        aria-expanded={isExpanded}
        onClick={() => setExpanded(!isExpanded)}
      >
        <b className="medium">{name}</b>
        <span className="quiet grow at-end">{periodsInWords(periods)}</span>
        <Icon name={isExpanded ? 'up' : 'down'} size={14} />
      </button>
      <label className={`row gap-10 medium ${classes.name}`}>
        <Switch
          checked={isOpen}
          disabled={!mayWrite}
          onChange={(event) => turn(event.currentTarget.checked)}
          aria-label={`${name}: open`}
        />
        <span className="not-on-phones">{name}</span>
        <span className="on-phones">Open on this day</span>
      </label>
      <Bars periods={periods} />
      <div className={`row wrap shrinks ${classes.periods}`}>
        {isOpen ? <Periods of={name} {...{ periods, mayWrite, onChange, onCheck }} /> : <span className="quiet">Closed</span>}
        {isEdited && <span className="accent fz-help">Edited</span>}
        {problem && (
          <p className="bad fz-help full" role="alert">
            {problem}
          </p>
        )}
        {periods.map(
          ({ to, message }, index) =>
            message && (
              // oxlint-disable-next-line react/no-array-index-key -- periods have no identity but their place
              <p key={index} className="help full cut outside" title={message}>
                After {to}: “{message}”
              </p>
            ),
        )}
      </div>
      <div className="row gap-2">
        {canAdd && <IconButton icon="plus" size="xs" aria-label={`Add a period to ${name}`} onClick={add} />}
        {mayWrite && (
          <ActionMenu
            button={<IconButton icon="more" size="xs" aria-label={`Actions for ${name}`} />}
            items={() => (
              <>
                <MenuItem icon="copy" label="Copy to all days" onClick={() => onCopy(days)} />
                <MenuItem icon="copy" label="Copy to Monday to Friday" onClick={() => onCopy(days.slice(0, 5))} />
                {isOpen && <MenuItem icon="messages" label="Message after closing…" onClick={() => setWriting(true)} />}
              </>
            )}
          />
        )}
      </div>
      <Suspense fallback={<OverlayFallback />}>
        {writing && <MessagesDialog of={name} periods={periods} onClose={() => setWriting(false)} onChange={onChange} />}
      </Suspense>
    </li>
  )
}

function Bars({ periods }: { periods: TypedPeriod[] }) {
  const share = (minute: number) => (Math.min(minute, axisMinutes) / axisMinutes) * 100
  return (
    <div className={classes.bars} aria-hidden>
      {periods.map((typed, index) => {
        const period = periodOf(typed)
        // oxlint-disable-next-line react/no-array-index-key -- periods have no identity but their place
        return period && <i key={index} style={{ left: `${share(period.from)}%`, width: `${share(period.to) - share(period.from)}%` }} />
      })}
      <b style={{ left: `${share(minutesOfDay)}%` }} />
    </div>
  )
}

interface PeriodsProps {
  of: string
  periods: TypedPeriod[]
  mayWrite: boolean
  onChange: (periods: TypedPeriod[]) => void
  onCheck?: () => void
}

/** The times of each period. What is typed stays as it is until the field is left, and then gets its usual form. */
export function Periods({ of, periods, mayWrite, onChange, onCheck }: PeriodsProps) {
  const change = (index: number, part: Partial<TypedPeriod>) =>
    onChange(periods.map((period, place) => (place === index ? { ...period, ...part } : period)))
  const field = (index: number, name: 'from' | 'to', label: string) => {
    const typed = periods[index]?.[name] ?? ''
    return (
      <TextInput
        className={classes.time}
        aria-label={periods.length > 1 ? `${of} ${label}, period ${index + 1}` : `${of} ${label}`}
        inputMode="numeric"
        autoComplete="off"
        placeholder="19:00"
        maxLength={8}
        value={typed}
        readOnly={!mayWrite}
        error={parseTime(typed) === null}
        onChange={(event) => change(index, { [name]: event.currentTarget.value })}
        onBlur={() => {
          const minute = parseTime(typed)
          if (minute !== null && timeText(minute) !== typed) change(index, { [name]: timeText(minute) })
          onCheck?.()
        }}
      />
    )
  }
  return periods.map((typed, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- periods have no identity but their place
    <span key={index} className="inline-row gap-6">
      {field(index, 'from', 'opens')}
      <span>to</span>
      {field(index, 'to', 'closes')}
      <span className="help">{(periodOf(typed)?.to ?? 0) >= minutesOfDay && 'next day'}</span>
      {mayWrite && periods.length > 1 && (
        <IconButton
          icon="x"
          size="xs"
          aria-label={`Remove period ${index + 1} of ${of}`}
          onClick={() => onChange(periods.filter((_, place) => place !== index))}
        />
      )}
    </span>
  ))
}
