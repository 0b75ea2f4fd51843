import { createStore } from '#dashboard/ui/store.ts'

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
