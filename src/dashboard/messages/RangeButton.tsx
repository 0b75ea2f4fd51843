import { Button, Popover } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { Icon } from '../ui/more-icons.tsx'
import { useKey } from '../ui/keys.tsx'
import type { Range } from './read.ts'
import { fromField, presetNames, presets, rangeWords, toField, writeRange, type Preset } from './time-range.ts'
import classes from './RangeButton.module.css'

interface RangeButtonProps {
  preset: Preset | null
  range: Range
  onChange: (range: string) => void
  /** Goes to the message nearest to a time in what is loaded, or reads from there. @param at seconds */
  onJump: (at: number) => void
  opened: boolean
  onOpen: (open: boolean) => void
}

/** Which time is read from the service, and the way to a moment in it. */
export function RangeButton({ preset, range, onChange, onJump, opened, onOpen }: RangeButtonProps) {
  useKey('g t', 'Jump to a time', () => onOpen(true))
  const label = preset === null ? rangeWords(range) : presets[preset].label
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
      <Popover.Dropdown role="dialog" aria-label="Time" className={classes.box}>
        <ul className={classes.presets}>
          {presetNames.map((name) => (
            <li key={name}>
              <button
                type="button"
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
        <OwnRange
          key={writeRange(range)}
          range={range}
          onChange={(next) => {
            onChange(next)
            onOpen(false)
          }}
        />
        <Jump
          onJump={(at) => {
            onOpen(false)
            onJump(at)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

function OwnRange({ range, onChange }: { range: Range; onChange: (range: string) => void }) {
  const [from, setFrom] = useState(toField(range.from))
  const [to, setTo] = useState(toField(range.to))
  const [start, end] = [fromField(from), fromField(to)]
  const error = start !== undefined && end !== undefined && start > end ? 'The beginning is after the end.' : null

  function use(event: FormEvent) {
    event.preventDefault()
    if (error) return
    onChange(writeRange({ ...(start !== undefined && { from: start }), ...(end !== undefined && { to: end }) }))
  }
  return (
    <form className={classes.own} onSubmit={use}>
      <label>
        From
        <input
          type="datetime-local"
          step={1}
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
          aria-invalid={error !== null}
        />
      </label>
      <label>
        To
        <input
          type="datetime-local"
          step={1}
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
          aria-invalid={error !== null}
        />
      </label>
      {error && (
        <p role="alert" className={classes.error}>
          <Icon name="error" size={14} /> {error}
        </p>
      )}
      <Button type="submit" size="xs" data-disabled={error !== null} aria-disabled={error !== null}>
        Read this time
      </Button>
    </form>
  )
}

function Jump({ onJump }: { onJump: (at: number) => void }) {
  const [at, setAt] = useState('')
  return (
    <form
      className={classes.own}
      onSubmit={(event) => {
        event.preventDefault()
        const seconds = fromField(at)
        if (seconds !== undefined) onJump(seconds)
      }}
    >
      <label>
        Jump to
        <input type="datetime-local" step={1} value={at} onChange={(event) => setAt(event.currentTarget.value)} />
      </label>
      <Button type="submit" size="xs" data-disabled={at === ''} aria-disabled={at === ''}>
        Jump
      </Button>
    </form>
  )
}
