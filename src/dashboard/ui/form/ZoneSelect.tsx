import { useMemo } from 'react'
import { offsetInWords } from '../format/time-of-day.ts'
import { fieldError } from './form-errors.tsx'
import { SearchSelect } from './SearchSelect.tsx'
import classes from './ZoneSelect.module.css'

interface ZoneSelectProps {
  value: string
  error: string | undefined
  disabled: boolean
  now: number
  onChange: (zone: string) => void
}

/** A time zone, with the offset of the one that is chosen. */
export function ZoneSelect({ value, error, disabled, now, onChange }: ZoneSelectProps) {
  const data = useMemo(() => {
    const known = new Set(['UTC', value, ...('supportedValuesOf' in Intl ? Intl.supportedValuesOf('timeZone') : [])])
    return [...known].toSorted().map((zone) => ({ value: zone, label: zone }))
  }, [value])
  // Only that of the chosen zone: four hundred formatters take a slow device seconds.
  const shown = useMemo(() => {
    const hour = Math.floor(now / 3_600_000) * 3_600_000
    return data.map((choice) => (choice.value === value ? { value, label: labelOf(value, hour) } : choice))
  }, [data, value, now])
  return (
    <div className={classes.zone}>
      <SearchSelect
        label="Time zone"
        data={shown}
        value={value}
        disabled={disabled}
        error={fieldError(error)}
        nothingFound="No such time zone"
        limit={100}
        onChange={onChange}
      />
    </div>
  )
}

function labelOf(zone: string, at: number): string {
  if (zone === 'UTC') return zone
  try {
    return `${zone}, now ${offsetInWords(zone, at)}`
  } catch {
    // Another browser knew this zone.
    return zone
  }
}
