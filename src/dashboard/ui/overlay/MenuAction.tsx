import { Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { Icon, type IconName } from '../theme/icons.tsx'

interface MenuActionProps {
  icon: IconName
  onClick: () => void
  isDanger?: boolean
  /** Why it cannot be chosen; null: it can. */
  reason: string | null
  className?: string
  children: ReactNode
}

/** An item of a menu that some people cannot choose: it says why. */
export const MenuAction = ({ icon, onClick, isDanger = false, reason, className, children }: MenuActionProps) => (
  <Menu.Item
    leftSection={<Icon name={icon} size={14} />}
    {...(className !== undefined && { className })}
    {...(reason !== null ? { c: 'dimmed' } : isDanger && { c: 'red' })}
    {...(reason === null ? { onClick } : { 'aria-disabled': true, closeMenuOnClick: false })}
  >
    {children}
    {reason !== null && <span className="block help">{reason}</span>}
  </Menu.Item>
)

interface MenuItemProps {
  icon: IconName
  label: string
  isDanger?: boolean
  disabled?: boolean
  onClick: () => void
}

/** An item of a menu that everybody who sees it can choose. */
export const MenuItem = ({ icon, label, isDanger = false, disabled = false, onClick }: MenuItemProps) => (
  <Menu.Item leftSection={<Icon name={icon} />} {...(isDanger && { c: 'red' })} disabled={disabled} onClick={onClick}>
    {label}
  </Menu.Item>
)
