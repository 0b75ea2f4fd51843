import { Icon, type IconName } from '../theme/icons.tsx'
import classes from './Segments.module.css'

interface SegmentsProps<Name extends string> {
  /** Says to screen readers what is chosen. */
  legend: string
  /** Of the group of radio buttons; one of its own on each page. */
  name: string
  /** One with an icon is drawn as that. */
  choices: readonly { value: Name; label: string; icon?: IconName }[]
  value: Name
  onChange: (value: Name) => void
  className?: string
}

/** A few views of which one is shown. */
export const Segments = <Name extends string>({ legend, name, choices, value, onChange, className = '' }: SegmentsProps<Name>) => (
  <fieldset className={`${classes.segments} ${className}`}>
    <legend className="visually-hidden">{legend}</legend>
    {choices.map((choice) => (
      <label key={choice.value} className={classes.segment} title={choice.icon && choice.label}>
        <input type="radio" name={name} checked={value === choice.value} onChange={() => onChange(choice.value)} />
        {choice.icon ? <Icon name={choice.icon} size={14} label={choice.label} /> : choice.label}
      </label>
    ))}
  </fieldset>
)
