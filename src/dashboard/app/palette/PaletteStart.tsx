import { useState, type KeyboardEvent } from 'react'
import classes from '#dashboard/app/shell/Frame.module.css'
import { createStore } from '#dashboard/ui/store.ts'

/** At once and not later, as dialogs do: until then there would be two fields. */
export const takeFocus = (field: HTMLElement | null) => field?.focus()

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

/** Whether the command palette is open. Mod+K or the box in the sidebar opens it. */
export const paletteOpen = createStore(false)

/** The text typed into the palette. */
export const paletteQuery = createStore('')

/** Navigation keys that were pressed before the list was loaded. */
export const paletteKeys: string[] = []

export const paletteLabel = 'Go to a chat, a page, a setting, an action or an IP address'

export function openPalette() {
  if (paletteOpen.get()) return
  paletteQuery.set('')
  paletteKeys.length = 0
  paletteOpen.set(true)
}
