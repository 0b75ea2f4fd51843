import { DEFAULT_THEME, MantineContext, mergeMantineTheme, MantineThemeContext } from '@mantine/core'
import { useMemo, type ReactNode } from 'react'
import { setScheme, useScheme } from './scheme.ts'
import { theme } from './theme.ts'

const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce
// get-nonce reads the nonce under this name, and react-remove-scroll uses it for its style element.
Object.assign(globalThis, { __webpack_nonce__: nonce })

const wholeTheme = mergeMantineTheme(DEFAULT_THEME, theme)
if (theme.respectReducedMotion) document.documentElement.dataset['respectReducedMotion'] = 'true'

const options = {
  setColorScheme: setScheme,
  clearColorScheme: () => setScheme('auto'),
  getRootElement: () => document.documentElement,
  classNamesPrefix: 'mantine',
  cssVariablesSelector: ':root',
  withStaticClasses: true,
  getStyleNonce: () => nonce ?? '',
}

/**
 * What Mantine's parts need around them. MantineProvider would also write the variables when the page starts, which are in variables.css, and keep a
 * colour scheme of its own in each part that is loaded.
 */
export function MantineTheme({ children }: { children: ReactNode }) {
  const colorScheme = useScheme()
  const context = useMemo(() => ({ ...options, colorScheme }), [colorScheme])
  return (
    <MantineContext value={context}>
      <MantineThemeContext value={wholeTheme}>{children}</MantineThemeContext>
    </MantineContext>
  )
}
