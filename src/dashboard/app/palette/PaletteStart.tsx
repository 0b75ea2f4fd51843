import { useState, type KeyboardEvent } from 'react'
import { paletteKeys, paletteLabel, paletteOpen, paletteQuery } from './palette-open.ts'
import classes from '#dashboard/app/shell/Frame.module.css'

const takeFocus = (field: HTMLElement | null) => field?.focus()

/** The field of the palette while the rest of it is loading: it has the focus at once, and hands over what was typed with the focus. */
export function PaletteStart() {
  const query = paletteQuery.use()
  const [isHandedOver, setHandedOver] = useState(false)
  if (isHandedOver) return null

  function onKey(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
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
        // Another window that takes the focus is no element.
        onBlur={(event) => event.relatedTarget && setHandedOver(true)}
      />
    </div>
  )
}
