import { Menu } from '@mantine/core'
import { cloneElement, type ReactNode } from 'react'
import { useOpenedTarget, type OverlayButton } from './OverlayFallback.tsx'

export interface OpenedMenuProps {
  button: OverlayButton
  /** The items, built when it is first opened. */
  items: () => ReactNode
  position?: 'bottom-start' | 'bottom-end' | undefined
  onClose?: () => void
  width?: number
}

/** Open when it is first drawn, toggled by its button from then on. */
export function OpenedMenu({ button, items, position = 'bottom-end', onClose, ...rest }: OpenedMenuProps) {
  const target = useOpenedTarget()
  const close = () => {
    // At once: while an item has the focus it keeps Escape from the dialog that it opened.
    target.current?.focus()
    onClose?.()
  }
  return (
    // The placeholder would be a child that a menu must not have; the first item gets the focus instead.
    <Menu defaultOpened position={position} withInitialFocusPlaceholder={false} onClose={close} {...rest}>
      <Menu.Target>{cloneElement(button, { ref: target })}</Menu.Target>
      <Menu.Dropdown>{items()}</Menu.Dropdown>
    </Menu>
  )
}
