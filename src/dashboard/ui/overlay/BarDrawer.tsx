import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './overlay.module.css'
import { TruncatedText } from './TruncatedText.tsx'

/** For what is in the drawer: a column of `fields`, which scrolls, above a `bar` of buttons, which does not. */
export const barDrawer = { column: 'column grow', fields: `stack gap-20 grow ${classes.fields}`, bar: 'bottom-bar sticky-bottom' }

interface BarDrawerProps {
  title: string
  /** Shown below the title. */
  subtitle?: ReactNode
  /** Whether the button to close has the focus first, where the next key would use a link or a field. */
  isCloseFocused?: boolean
  onClose: () => void
  children: ReactNode
}

/** A drawer at the right edge, with its buttons in a bar at the bottom. */
export const BarDrawer = ({ title, subtitle, isCloseFocused = false, onClose, children }: BarDrawerProps) => (
  <Drawer
    opened
    onClose={onClose}
    title={
      <>
        <TruncatedText text={title} lines={2} />
        {subtitle}
      </>
    }
    closeButtonProps={{ 'aria-label': 'Close', ...(isCloseFocused && { 'data-autofocus': true }) }}
    classNames={{ body: classes.body!, content: 'column' }}
  >
    {children}
  </Drawer>
)
