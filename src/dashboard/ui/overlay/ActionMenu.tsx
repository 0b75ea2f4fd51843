import { cloneElement, useState, type ReactElement, type ReactNode, type Ref } from 'react'
import { OverlaySuspense } from './OverlayFallback.tsx'
import { lazyPart } from '../page/lazy-part.tsx'

const OpenedMenu = lazyPart(async () => (await import('./OpenedMenu.tsx')).OpenedMenu)

interface ActionMenuProps {
  /** The button that opens it. */
  button: ReactElement<{ onClick?: () => void; 'aria-haspopup'?: 'menu'; ref?: Ref<HTMLButtonElement> }>
  /** The items, built when it is first opened. */
  items: () => ReactNode
  position?: 'bottom-start' | 'bottom-end'
  width?: number
  onClose?: () => void
}

/** A button with a menu. The menu's code comes with the first opening: a page of a hundred rows starts without a hundred menus. */
export function ActionMenu({ button, items, ...rest }: ActionMenuProps) {
  const [armed, setArmed] = useState(false)
  const closed = cloneElement(button, { 'aria-haspopup': 'menu', onClick: () => setArmed(true) })
  if (!armed) return closed
  return (
    <OverlaySuspense button={closed}>
      <OpenedMenu button={button} items={items} {...rest} onNotLoaded={() => setArmed(false)} />
    </OverlaySuspense>
  )
}
