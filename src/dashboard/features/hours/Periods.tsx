import { ActionIcon, TextInput } from '@mantine/core'
import { minutesOfDay } from '#contract/hours/timetable.ts'
import { parseTime, timeText } from '#dashboard/ui/format/time-of-day.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { periodOf, type TypedPeriod } from './hours-fields.ts'
import classes from './hours.module.css'

interface PeriodsProps {
  /** The name of the day or the date, for screen readers. */
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
        className={classes.weekTime}
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
    <span key={index} className={classes.period}>
      {field(index, 'from', 'opens')}
      <span>to</span>
      {field(index, 'to', 'closes')}
      <span className="help">{(periodOf(typed)?.to ?? 0) >= minutesOfDay && 'next day'}</span>
      {mayWrite && periods.length > 1 && (
        <ActionIcon
          size="xs"
          aria-label={`Remove period ${index + 1} of ${of}`}
          onClick={() => onChange(periods.filter((_, place) => place !== index))}
        >
          <Icon name="x" />
        </ActionIcon>
      )}
    </span>
  ))
}
