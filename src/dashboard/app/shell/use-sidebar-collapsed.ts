import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'

/** The storage keys. There are two, because a sidebar that is expanded on a wide screen may take too much space in a narrow window. */
const keys = { wide: 'roomkeeper-sidebar-collapsed', narrow: 'roomkeeper-sidebar-collapsed-narrow' }

/**
 * Whether the sidebar is collapsed. Below 1200 px it collapses automatically; the person's choice is stored separately for narrow and wide windows.
 */
export function useSidebarCollapsed(): [boolean, (isCollapsed: boolean) => void] {
  const width = useMediaQuery('(max-width: 74.99em)', undefined, { getInitialValueInEffect: false }) ? 'narrow' : 'wide'
  const [chosen, setChosen] = useState(() => ({ wide: localStorage.getItem(keys.wide), narrow: localStorage.getItem(keys.narrow) }))
  const collapse = (isCollapsed: boolean) => {
    const choice = isCollapsed ? 'yes' : 'no'
    localStorage.setItem(keys[width], choice)
    setChosen({ ...chosen, [width]: choice })
  }
  return [chosen[width] === null ? width === 'narrow' : chosen[width] === 'yes', collapse]
}
