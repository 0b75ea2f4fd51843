import type { ComponentProps } from 'react'
import classes from './Switch.module.css'

/**
 * A switch without a label of its own: the label is elsewhere and refers to its id. Mantine's Switch is always controlled, so a form cannot set one
 * that it registered, and it wraps its input in a second label; switches with a label are Mantine's.
 */
export function Switch(props: Omit<ComponentProps<'input'>, 'type' | 'role'>) {
  // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox has a state of its own
  return <input type="checkbox" role="switch" className={classes.switch} {...props} />
}
