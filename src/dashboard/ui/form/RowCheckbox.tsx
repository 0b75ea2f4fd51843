import type { ComponentProps } from 'react'
import classes from './RowCheckbox.module.css'

/** A checkbox without words beside it, named for screen readers. For virtual rows: one element, where Mantine's has five. */
export function RowCheckbox({
  label,
  indeterminate = false,
  ...rest
}: { label: string; indeterminate?: boolean } & Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <input
      // `indeterminate` is a property without an attribute. Setting it here, a row needs no hook.
      ref={(box) => {
        if (box) box.indeterminate = indeterminate
      }}
      type="checkbox"
      aria-label={label}
      className={classes.tick}
      {...rest}
    />
  )
}
