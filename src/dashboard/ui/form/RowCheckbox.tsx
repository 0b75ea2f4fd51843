import { useEffect, useRef, type ComponentProps } from 'react'
import classes from './RowCheckbox.module.css'

/** A checkbox without words beside it, for rows: the name is for screen readers. */
export function RowCheckbox({ label, some = false, ...rest }: { label: string; some?: boolean } & Omit<ComponentProps<'input'>, 'type'>) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = some
  }, [some])
  return <input ref={box} type="checkbox" aria-label={label} className={classes.tick} {...rest} />
}
