import classes from './feedback.module.css'
import { count } from '../format/numbers.ts'
import { blocked } from '#dashboard/ui/form/Button.tsx'

interface ChipProps {
  label: string
  holds: number | undefined
  on: boolean
  onToggle: () => void
  /** Of the text that says why it cannot be pressed; missing: it can. */
  reasonId?: string | undefined
}

/** A filter that is on or off, with how much it holds. Mantine's Chip is a checkbox, and the first load has no component of Mantine. */
export function Chip({ label, holds, on, onToggle, reasonId }: ChipProps) {
  return (
    <button type="button" className="chip" aria-pressed={on} {...(reasonId === undefined ? { onClick: onToggle } : blocked(reasonId))}>
      {label} <span className={`faint regular num ${classes.count}`}>{holds !== undefined && count(holds)}</span>
    </button>
  )
}

/** Filters side by side; on phones they scroll sideways. */
export function Chips({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div role="group" aria-label={label} className={`beside gap-6 shrinks wrap ${classes.chips}`}>
      {children}
    </div>
  )
}

interface ChoiceChipsProps<Value> {
  label: string
  choices: readonly { value: Value; label: string; holds: number | undefined }[]
  chosen: Value
  onChoose: (value: Value) => void
  /** What a press on the chosen one chooses; missing: nothing. */
  off?: Value
  /** After the chips. */
  children?: React.ReactNode
}

/** Filters of which one is on. */
export const ChoiceChips = <Value extends string | null>({ label, choices, chosen, onChoose, off, children }: ChoiceChipsProps<Value>) => (
  <Chips label={label}>
    {choices.map(({ value, ...chip }) => (
      <Chip key={value} {...chip} on={value === chosen} onToggle={() => onChoose(value === chosen && off !== undefined ? off : value)} />
    ))}
    {children}
  </Chips>
)
