import { createStore } from '#dashboard/ui/store.ts'

/** Whether the command palette is shown: by Mod+K, or by the box in the sidebar. */
export const paletteOpen = createStore(false)

/** What is typed into it. */
export const paletteQuery = createStore('')

/** Keys that choose, pressed before there was a list to choose from. */
export const paletteKeys: string[] = []

export const paletteLabel = 'Go to a chat, a page, a setting, an action or an IP address'

export function openPalette() {
  if (paletteOpen.get()) return
  paletteQuery.set('')
  paletteKeys.length = 0
  paletteOpen.set(true)
}
