import { createStore } from '../ui/store.ts'
import { keep, kept } from '../session.ts'

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

const mostPlaces = 10
const places = (): string[] => JSON.parse(kept('places') ?? '[]') as string[]

/** The last places that were looked at, newest first; without the present one. */
export const lastPlaces = () => places().slice(1)

/** @param path with its query: what a person looks at is all in there, and nothing secret */
export function rememberPlace(path: string) {
  keep('places', JSON.stringify([path, ...places().filter((other) => other !== path)].slice(0, mostPlaces + 1)))
}
