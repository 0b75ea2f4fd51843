import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { useMedia } from './use-media.ts'

interface SplitPageProps {
  /** The width of the window from which both are side by side. */
  from: `${number}em`
  /** Names the details. */
  label: string
  /** What is open beside the list; null: nothing. */
  details: ReactNode
  /** Nothing is open any more, which a person does where the details are over the list. Missing: they are left out there. */
  onClose?: () => void
  className?: string | undefined
  children: ReactNode
}

/** A list with the details of what is chosen in it beside it; in a narrow window these are in a drawer. */
export function SplitPage({ from, label, details, onClose, className = '', children }: SplitPageProps) {
  const isWide = useMedia(`(min-width: ${from})`)
  return (
    <div className={`split-page ${className}`}>
      <div className="column">{children}</div>
      {isWide && details && (
        <aside className="side-panel" aria-label={label}>
          {details}
        </aside>
      )}
      {!isWide && details && onClose && (
        <Drawer opened onClose={onClose} title={label}>
          {details}
        </Drawer>
      )}
    </div>
  )
}
