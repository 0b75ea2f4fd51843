import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useId, useState, type ReactNode } from 'react'
import { fieldError } from '#dashboard/ui/form/form-errors.tsx'
import { secondsInWords, type TypedNumber } from '../conditions.ts'
import classes from './edit.module.css'
import { typedNumber, type RuleFields } from './rule-fields.ts'

/** The props of every section of the form. */
export interface RulePartProps {
  values: RuleFields
  /** The problems to show, by field. */
  problems: Partial<Record<keyof RuleFields, string>>
  mayWrite: boolean
  set: <Name extends keyof RuleFields>(name: Name, value: RuleFields[Name]) => void
}

/** A section of the form, with its problems. */
export function Section({ title, problems, children }: { title: string; problems?: (string | undefined)[]; children: ReactNode }) {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 className="heading" id={id}>
        {title}
      </h2>
      <div className="stack gap-6">
        {children}
        <Problems of={problems ?? []} />
      </div>
    </section>
  )
}

/** undefined: there is none, or it is not shown yet. */
export const Problems = ({ of, isWide }: { of: (string | undefined)[]; isWide?: boolean }) =>
  of.map(
    (problem) =>
      problem !== undefined && (
        <p key={problem} className={`bad small inline-row ${isWide ? 'full' : ''}`} role="alert">
          {fieldError(problem)}
        </p>
      ),
  )

interface NumberBoxProps {
  label: string
  value: TypedNumber
  onChange: (value: TypedNumber) => void
  disabled: boolean
  /** Whether what is typed is not valid. */
  isWrong?: boolean
}

/** A number within a sentence. Keeps the typed text, valid or not. */
export const NumberBox = ({ label, value, onChange, disabled, isWrong = false }: NumberBoxProps) => (
  <TextInput
    className={classes.number ?? ''}
    size="xs"
    aria-label={label}
    inputMode="numeric"
    autoComplete="off"
    maxLength={9}
    disabled={disabled}
    value={String(value)}
    error={isWrong}
    onChange={(event) => onChange(typedNumber(event.currentTarget.value))}
  />
)

const offeredSeconds = [10, 20, 30, 60, 120, 180, 300, 600]

export function SecondsBox({ label, value, onChange, disabled }: NumberBoxProps) {
  const known = [...new Set([...offeredSeconds, ...(typeof value === 'number' ? [value] : [])])].toSorted((a, b) => a - b)
  return (
    <NativeSelect
      size="xs"
      aria-label={label}
      disabled={disabled}
      value={String(value)}
      data={known.map((seconds) => ({ value: String(seconds), label: secondsInWords(seconds) }))}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
    />
  )
}

const linesOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/\r\n|\r|\n/)
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
]

interface LinesBoxProps {
  label: string
  placeholder?: string
  value: readonly string[]
  onChange: (value: string[]) => void
  disabled: boolean
  error?: ReactNode
  /** Normalizes a line when the field loses focus. */
  tidy?: (line: string) => string
}

/** A list with one entry in each line. */
export function LinesBox({ label, placeholder = 'One per line', value, onChange, disabled, error, tidy }: LinesBoxProps) {
  const [typed, setTyped] = useState(() => value.join('\n'))
  // Unfinished lines stay as typed, unless the list is changed from outside.
  const text = linesOf(typed).join('\n') === value.join('\n') ? typed : value.join('\n')
  return (
    <Textarea
      size="xs"
      className={classes.lines ?? ''}
      aria-label={label}
      placeholder={placeholder}
      autosize
      minRows={1}
      maxRows={8}
      spellCheck={false}
      disabled={disabled}
      error={error}
      value={text}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        onChange(linesOf(event.currentTarget.value))
      }}
      onBlur={() => {
        const tidied = tidy && [...new Set(value.map(tidy))]
        if (tidied && tidied.join('\n') !== value.join('\n')) onChange(tidied)
      }}
    />
  )
}
