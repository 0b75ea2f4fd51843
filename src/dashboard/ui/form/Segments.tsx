import classes from './Segments.module.css'

interface SegmentsProps<Name extends string> {
  /** Says to screen readers what is chosen. */
  legend: string
  /** Of the group of radio buttons; one of its own on each page. */
  name: string
  choices: readonly { value: Name; label: string }[]
  value: Name
  onChange: (value: Name) => void
  className?: string
}

/** A few views of which one is shown. */
export const Segments = <Name extends string>({ legend, name, choices, value, onChange, className = '' }: SegmentsProps<Name>) => (
  <fieldset className={`${classes.segments} ${className}`}>
    <legend className="visually-hidden">{legend}</legend>
    {choices.map((choice) => (
      <label key={choice.value} className={classes.segment}>
        <input type="radio" name={name} checked={value === choice.value} onChange={() => onChange(choice.value)} />
        {choice.label}
      </label>
    ))}
  </fieldset>
)
