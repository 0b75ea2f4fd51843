import { useState, type KeyboardEvent } from 'react'
import { paletteKeys, paletteLabel, paletteOpen, paletteQuery } from './palette-open.ts'
import classes from '#dashboard/app/shell/Frame.module.css'

const takeFocus = (field: HTMLElement | null) => field?.focus()

/** The input of the palette while its code is loading. It has the focus immediately, and passes the focus and the typed text on. */
export function PaletteStart() {
  const query = paletteQuery.use()
  const [isHandedOver, setHandedOver] = useState(false)
  if (isHandedOver) return null

  function onKey(event: KeyboardEvent) {
    if (event.key === 'Escape') paletteOpen.set(false)
    else if (['Enter', 'ArrowDown', 'ArrowUp'].includes(event.key)) paletteKeys.push(event.key)
    else if (event.key !== 'Tab') return
    event.preventDefault()
  }

  return (
    <div className={classes.start} role="dialog" aria-modal aria-busy aria-label="Go to">
      <input
        ref={takeFocus}
        aria-label={paletteLabel}
        placeholder={paletteLabel}
        autoComplete="off"
        value={query}
        onChange={(event) => paletteQuery.set(event.currentTarget.value)}
        onKeyDown={onKey}
        // When another window takes the focus, `relatedTarget` is null.
        onBlur={(event) => event.relatedTarget && setHandedOver(true)}
      />
    </div>
  )
}
