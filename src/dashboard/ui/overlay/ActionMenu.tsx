import type { ReactNode } from 'react'
import { lazyPart } from '../page/lazy-part.tsx'
import { OnDemandOverlay, type OverlayButton } from './OverlayFallback.tsx'

const OpenedMenu = lazyPart(async () => (await import('./OpenedMenu.tsx')).OpenedMenu)

interface ActionMenuProps {
  /** The button that opens it. */
  button: OverlayButton
  /** The items, built when it is first opened. */
  items: () => ReactNode
  position?: 'bottom-start' | 'bottom-end'
  width?: number
  onClose?: () => void
}

/** A button with a menu. The menu's code comes with the first opening: a page of a hundred rows starts without a hundred menus. */
export const ActionMenu = (props: ActionMenuProps) => (
  <OnDemandOverlay button={props.button} kind="menu">
    {(onNotLoaded) => <OpenedMenu {...props} onNotLoaded={onNotLoaded} />}
  </OnDemandOverlay>
)
