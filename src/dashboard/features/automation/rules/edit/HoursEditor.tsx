import { Radio, TextInput } from '@mantine/core'
import { useRef } from 'react'
import { ZoneSelect } from '#dashboard/ui/form/ZoneSelect.tsx'
import { ownZone } from '#dashboard/ui/format/time-of-day.ts'
import { useNow } from '#dashboard/ui/format/time.tsx'
import classes from './edit.module.css'
import { dayNames, type TypedHours } from './rule-fields.ts'

interface HoursEditorProps {
  hours: TypedHours | null
  disabled: boolean
  onChange: (hours: TypedHours | null) => void
}

const allDays = dayNames.map((_, day) => day)

/** Edits when a rule is active. */
export function HoursEditor({ hours, disabled, onChange }: HoursEditorProps) {
  const now = useNow() * 1000
  // Restored when "Only at these" is chosen again.
  const last = useRef<TypedHours>(hours ?? { zone: ownZone(), days: allDays, from: '22:00', to: '06:00' })
  const change = (part: Partial<TypedHours>) => {
    last.current = { ...last.current, ...part }
    onChange(last.current)
  }
  const time = (name: 'from' | 'to', label: string) => (
    <TextInput
      className={classes.time ?? ''}
      size="xs"
      aria-label={label}
      disabled={disabled}
      value={hours?.[name] ?? ''}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
    />
  )
  return (
    <div className="stack gap-12">
      <Radio.Group aria-label="Hours" value={hours ? 'some' : 'all'} onChange={(next) => onChange(next === 'all' ? null : last.current)}>
        <div className="stack gap-12">
          <Radio size="xs" value="all" label="At all hours" disabled={disabled} />
          <Radio size="xs" value="some" label="Only at these" disabled={disabled} />
        </div>
      </Radio.Group>
      {hours && (
        <>
          <div className="row wrap gap-4" role="group" aria-label="Days">
            {dayNames.map((name, day) => (
              <button
                key={name}
                type="button"
                className="chip"
                disabled={disabled}
                aria-pressed={hours.days.includes(day)}
                onClick={() => change({ days: allDays.filter((other) => hours.days.includes(other) !== (other === day)) })}
              >
                {name}
              </button>
            ))}
          </div>
          <div className="row wrap small">
            <span>From</span>
            {time('from', 'From')}
            <span>to</span>
            {time('to', 'To')}
            <span className="help">An end before the start is on the next day.</span>
          </div>
          <ZoneSelect value={hours.zone} error={undefined} disabled={disabled} now={now} onChange={(zone) => change({ zone })} />
        </>
      )}
    </div>
  )
}
