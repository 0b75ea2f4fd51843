import type { ReactNode } from 'react'
import { JobsSlot } from './JobsSlot.tsx'

/** The bottom of a page that is longer than the window: what is to be saved there stays in sight, with the jobs above it on phones. */
export const PageBottom = ({ children }: { children: ReactNode }) => (
  <div className="sticky-bottom" data-bulk-bar data-holds-jobs>
    <JobsSlot at="phone" />
    {children}
  </div>
)
