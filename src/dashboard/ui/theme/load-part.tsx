import type { ComponentType } from 'react'
import { loadIcons } from './icons.tsx'

/** Loads the code of a page or of a part, together with what all but the first page need: Mantine's theme around it, and the other icons. */
export async function loadPart<Props extends object>(load: () => Promise<ComponentType<Props>>): Promise<ComponentType<Props>> {
  const [Part, { MantineTheme }] = await Promise.all([load(), import('./MantineTheme.tsx'), loadIcons()])
  return function WithTheme(props) {
    return (
      <MantineTheme>
        <Part {...props} />
      </MantineTheme>
    )
  }
}
