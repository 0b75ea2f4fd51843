import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'

/** Where each choice is kept: a sidebar that is open on a wide screen may still be too much for a narrow window. */
const keys = { wide: 'roomkeeper-sidebar-collapsed', narrow: 'roomkeeper-sidebar-collapsed-narrow' }

/** Below 1200 px the sidebar folds by itself; a person's own choice for such widths is kept, and so is the one for wide windows. */
export function useFolded(): [boolean, (folded: boolean) => void] {
  const width = useMediaQuery('(max-width: 74.99em)', undefined, { getInitialValueInEffect: false }) ? 'narrow' : 'wide'
  const [chosen, setChosen] = useState(() => ({ wide: localStorage.getItem(keys.wide), narrow: localStorage.getItem(keys.narrow) }))
  const fold = (folded: boolean) => {
    const choice = folded ? 'yes' : 'no'
    localStorage.setItem(keys[width], choice)
    setChosen({ ...chosen, [width]: choice })
  }
  return [chosen[width] === null ? width === 'narrow' : chosen[width] === 'yes', fold]
}
