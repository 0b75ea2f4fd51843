import type { ReactNode } from 'react'

interface StickyBarProps {
  label: string
  className?: string | undefined
  children: ReactNode
}

/** What can be done with what is above it: it stays at the bottom of the window, and toasts keep clear of it. */
export const StickyBar = ({ label, className = '', children }: StickyBarProps) => (
  <section className={`bottom-bar sticky-bottom ${className}`} aria-label={label} data-bulk-bar>
    {children}
  </section>
)
