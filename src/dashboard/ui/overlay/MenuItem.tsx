import { Menu } from '@mantine/core'
import { Icon, type IconName } from '../theme/icons.tsx'

interface MenuItemProps {
  icon: IconName
  label: string
  onClick: (() => void) | undefined
  isDanger?: boolean | undefined
  disabled?: boolean
  /** Why this person cannot choose it, which it says then; null: they can. */
  reason?: string | null
  /** The keys that do the same. */
  keys?: string
  /** For what somebody does several times in a row. */
  staysOpen?: boolean
  className?: string
}

/** An item of a menu that does something. One that leads to a page is a Menu.Item with a PageLink. */
export const MenuItem = (props: MenuItemProps) => {
  const { icon, label, onClick, isDanger = false, disabled = false, reason = null, keys, staysOpen = false, className } = props
  return (
    <Menu.Item
      leftSection={<Icon name={icon} />}
      rightSection={keys && <kbd>{keys}</kbd>}
      disabled={disabled}
      {...(className !== undefined && { className })}
      {...(reason !== null ? { c: 'dimmed' } : isDanger && { c: 'red' })}
      {...(reason === null ? { onClick, closeMenuOnClick: !staysOpen } : { 'aria-disabled': true, closeMenuOnClick: false })}
    >
      {label}
      {reason !== null && <span className="block help">{reason}</span>}
    </Menu.Item>
  )
}
