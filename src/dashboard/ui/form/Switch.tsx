import { type ComponentProps, type ReactNode, useId } from 'react'
import classes from './Switch.module.css'

interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'role'> {
  /** Missing: the label is elsewhere, and refers to its id. */
  label?: string
  description?: ReactNode
}

/** A switch. Mantine's is always controlled, so a form cannot set one that it registered. */
export function Switch({ label, description, ...rest }: SwitchProps) {
  const id = useId()
  const input = (
    // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox has a state of its own
    <input type="checkbox" role="switch" className={classes.switch} {...(label && { id, 'aria-describedby': `${id}-help` })} {...rest} />
  )
  if (!label) return input
  return (
    <div className="beside">
      {input}
      <div>
        <label htmlFor={id}>{label}</label>
        <p className="help" id={`${id}-help`}>
          {description}
        </p>
      </div>
    </div>
  )
}
