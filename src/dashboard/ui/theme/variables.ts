import { convertCssVariables, deepMerge, DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core'
import { cssVariables } from './colours.ts'
import { theme } from './theme.ts'

/** The scheme of the browser's own controls and scroll bars. */
const browserScheme = {
  variables: {},
  light: { '--mantine-color-scheme': 'light' },
  dark: { '--mantine-color-scheme': 'dark' },
}

/**
 * The style sheet of all variables: what MantineProvider would write when the page starts, without the colours that the theme does not have. The
 * build makes it, because it is always the same.
 */
export function variablesCss(): string {
  const whole = mergeMantineTheme(DEFAULT_THEME, theme)
  for (const name of Object.keys(whole.colors)) if (!theme.colors?.[name]) delete whole.colors[name]
  return convertCssVariables([defaultCssVariablesResolver(whole), cssVariables(whole), browserScheme].reduce(deepMerge))
}
