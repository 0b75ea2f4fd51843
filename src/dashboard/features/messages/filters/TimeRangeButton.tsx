import { Button, Popover } from '@mantine/core'
import { Suspense } from 'react'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { useKey } from '#dashboard/ui/overlay/keys.tsx'
import type { TimeRange } from '../read.ts'
import { presetNames, presets, formatRange, type Preset } from '../time-range.ts'

/** The code of forms is not among what a moderator comes for. */
const TimeRangeForms = lazyPart(async () => (await import('./TimeRangeForms.tsx')).TimeRangeForms)

interface TimeRangeButtonProps {
  preset: Preset | null
  range: TimeRange
  onChange: (range: string) => void
  /** Jumps to the loaded message nearest to a time, or reads the messages before it. @param at seconds */
  onJump: (at: number) => void
  opened: boolean
  onOpen: (open: boolean) => void
}

/** Chooses the time range to read from the service, or jumps to a time in it. */
export function TimeRangeButton({ preset, range, onChange, onJump, opened, onOpen }: TimeRangeButtonProps) {
  useKey('g t', 'Jump to a time', () => onOpen(true))
  const label = preset === null ? formatRange(range) : presets[preset].label
  return (
    <Popover opened={opened} onChange={onOpen} position="bottom-start" width={300} trapFocus returnFocus withRoles={false}>
      <Popover.Target>
        <Button
          size="xs"
          leftSection={<Icon name="clock" size={14} />}
          rightSection={<Icon name="down" size={12} />}
          aria-haspopup="dialog"
          aria-expanded={opened}
          onClick={() => onOpen(!opened)}
        >
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label="Time">
        <ul>
          {presetNames.map((name) => (
            <li key={name}>
              <button
                type="button"
                className="choice"
                aria-pressed={name === preset}
                data-autofocus={name === preset || undefined}
                onClick={() => {
                  onChange(name)
                  onOpen(false)
                }}
              >
                {presets[name].label}
                {name === preset && <Icon name="check" size={14} />}
              </button>
            </li>
          ))}
        </ul>
        <Suspense>
          <TimeRangeForms
            range={range}
            onChange={(next) => {
              onChange(next)
              onOpen(false)
            }}
            onJump={(at) => {
              onOpen(false)
              onJump(at)
            }}
            onNotLoaded={() => onOpen(false)}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
