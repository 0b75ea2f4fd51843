import { Menu } from '@mantine/core'
import { cloneElement, useLayoutEffect, useRef, type ReactElement, type ReactNode, type Ref } from 'react'

export interface OpenedMenuProps {
  /** The button that opens it. */
  button: ReactElement<{ ref?: Ref<HTMLButtonElement> }>
  /** The items, built when it is first opened. */
  items: () => ReactNode
  position?: 'bottom-start'
  width?: number
}

/** Open when it is first drawn, toggled by its button from then on. */
export function OpenedMenu({ button, items, position, ...rest }: OpenedMenuProps) {
  const target = useRef<HTMLButtonElement>(null)
  // The button is a new element together with the menu: it gets the focus back, again when the code of the items is loaded.
  useLayoutEffect(() => target.current?.focus(), [])
  // At once: while an item has the focus it keeps Escape from the dialog that it opened.
  const close = () => target.current?.focus()
  return (
    // The placeholder would be a child that a menu must not have; the first item gets the focus instead.
    <Menu defaultOpened position={position ?? 'bottom-end'} withInitialFocusPlaceholder={false} onClose={close} {...rest}>
      <Menu.Target>{cloneElement(button, { ref: target })}</Menu.Target>
      <Menu.Dropdown>{items()}</Menu.Dropdown>
    </Menu>
  )
}
