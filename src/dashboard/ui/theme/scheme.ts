import { localStorageColorSchemeManager, type MantineColorScheme } from '@mantine/core'
import { createStore } from '../store.ts'

/** The colour scheme that was chosen, the same in all tabs. Before this module is loaded, public/scheme.js has applied it. */

const manager = localStorageColorSchemeManager()
const chosen = createStore(manager.get('auto'))
const systemIsDark = matchMedia('(prefers-color-scheme: dark)')

function apply() {
  const scheme = chosen.get()
  const isDark = scheme === 'auto' ? systemIsDark.matches : scheme === 'dark'
  document.documentElement.dataset['mantineColorScheme'] = isDark ? 'dark' : 'light'
}

function choose(scheme: MantineColorScheme) {
  chosen.set(scheme)
  apply()
}

systemIsDark.addEventListener('change', apply)
// Chosen in another tab.
manager.subscribe(choose)
apply()

export const useScheme = chosen.use

export const schemeIcons = { light: 'sun', dark: 'moon', auto: 'monitor' } as const

export function setScheme(scheme: MantineColorScheme) {
  choose(scheme)
  manager.set(scheme)
}
