import { Menu } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'

interface OpenMenuProps {
  button: ReactElement
  items: () => ReactNode
  position?: 'bottom-start' | 'bottom-end'
  width?: number
  onClose?: () => void
}

/** Opens when it is first drawn, and by its button from then on. */
export function OpenMenu({ button, items, position = 'bottom-end', ...rest }: OpenMenuProps) {
  return (
    <Menu defaultOpened position={position} {...rest}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>{items()}</Menu.Dropdown>
    </Menu>
  )
}
