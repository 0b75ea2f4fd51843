import { NativeSelect, Popover, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useNow } from '#dashboard/ui/format/time.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { rangeInWords, rangePresets, type DayRange } from './filters.ts'
import classes from './LogFilters.module.css'

interface RangeFilterProps {
  range: DayRange
  onRange: (range: DayRange) => void
}

/** The days to look at: one of the usual ranges, or any two days. */
export function RangeFilter({ range, onRange }: RangeFilterProps) {
  const { from, to } = range
  const [isOpen, setOpen] = useState(false)
  const now = useNow() * 1000
  const presets = rangePresets(now)
  if (from === null && to === null)
    return (
      <NativeSelect
        size="xs"
        className={classes.select}
        aria-label="Time"
        value=""
        onChange={({ currentTarget: { value } }) => {
          const preset = presets.find(({ label }) => label === value) ?? presets[0]!
          onRange({ from: preset.from, to: preset.to })
          setOpen(value === 'days')
        }}
        data={[{ value: '', label: 'Time' }, ...presets.map(({ label }) => label), { value: 'days', label: 'Choose days…' }]}
      />
    )
  return (
    <Popover opened={isOpen} onChange={setOpen} trapFocus position="bottom-start">
      <Popover.Target>
        <span className={classes.chip}>
          <button type="button" aria-label={`Days: ${rangeInWords(range, now)}`} onClick={() => setOpen(!isOpen)}>
            {rangeInWords(range, now)}
          </button>
          <button
            type="button"
            className="icon-button"
            aria-label="Remove the filter by time"
            onClick={() => onRange({ from: null, to: null })}
          >
            <Icon name="x" size={14} />
          </button>
        </span>
      </Popover.Target>
      <Popover.Dropdown p={12}>
        <div className="stack gap-8">
          <DayField label="From" value={from} max={to} onDay={(day) => onRange({ from: day, to })} />
          <DayField label="To" value={to} min={from} onDay={(day) => onRange({ from, to: day })} />
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

interface DayFieldProps {
  label: string
  value: string | null
  min?: string | null
  max?: string | null
  onDay: (day: string | null) => void
}

const DayField = ({ label, value, min, max, onDay }: DayFieldProps) => (
  <TextInput
    type="date"
    size="xs"
    label={label}
    value={value ?? ''}
    min={min ?? undefined}
    max={max ?? undefined}
    onChange={({ currentTarget }) => onDay(currentTarget.value || null)}
  />
)
