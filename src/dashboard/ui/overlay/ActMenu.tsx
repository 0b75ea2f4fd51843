import { cloneElement, useState, type ReactElement, type ReactNode, type Ref } from 'react'
import { WhileOpening } from '../page/Opening.tsx'
import { lazyPart } from '../page/lazy-part.tsx'

const OpenMenu = lazyPart(async () => (await import('./OpenMenu.tsx')).OpenMenu)

interface ActMenuProps {
  /** The button that opens it. */
  button: ReactElement<{ onClick?: () => void; 'aria-haspopup'?: 'menu'; ref?: Ref<HTMLButtonElement> }>
  /** The items, built when it is first opened. */
  items: () => ReactNode
  position?: 'bottom-start' | 'bottom-end'
  width?: number
  onClose?: () => void
}

/** A button with a menu. The menu's code comes with the first opening: a page of a hundred rows starts without a hundred menus. */
export function ActMenu({ button, items, ...rest }: ActMenuProps) {
  const [armed, setArmed] = useState(false)
  const closed = cloneElement(button, { 'aria-haspopup': 'menu', onClick: () => setArmed(true) })
  if (!armed) return closed
  return (
    <WhileOpening button={closed}>
      <OpenMenu button={button} items={items} {...rest} onNotLoaded={() => setArmed(false)} />
    </WhileOpening>
  )
}
