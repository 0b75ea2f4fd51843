import { lazyPart } from '../page/lazy-part.tsx'
import type { OpenedMenuProps } from './OpenedMenu.tsx'
import { OnDemandOverlay, type OverlayButton } from './OverlayFallback.tsx'

const OpenedMenu = lazyPart(async () => (await import('./OpenedMenu.tsx')).OpenedMenu)

interface ActionMenuProps extends OpenedMenuProps {
  button: OverlayButton
}

/** A button with a menu. The menu's code comes with the first opening: a page of a hundred rows starts without a hundred menus. */
export const ActionMenu = (props: ActionMenuProps) => (
  <OnDemandOverlay button={props.button} kind="menu">
    {(onNotLoaded) => <OpenedMenu {...props} onNotLoaded={onNotLoaded} />}
  </OnDemandOverlay>
)
