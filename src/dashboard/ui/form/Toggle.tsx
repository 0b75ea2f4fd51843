import type { ComponentProps } from 'react'
import classes from './Toggle.module.css'

/** A switch without a label of its own: the label is elsewhere and refers to its id. */
export function Toggle(props: Omit<ComponentProps<'input'>, 'type' | 'role'>) {
  // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox has a state of its own
  return <input type="checkbox" role="switch" className={classes.toggle} {...props} />
}
