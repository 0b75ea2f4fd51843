import type { ComponentProps } from 'react'
import classes from './Toggle.module.css'

/** A switch without words of its own: its label stands elsewhere and points at its id. */
export function Toggle(props: Omit<ComponentProps<'input'>, 'type' | 'role'>) {
  // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox tells its state by itself
  return <input type="checkbox" role="switch" className={classes.toggle} {...props} />
}
