import type { ReactNode } from 'react'
import classes from './jobs.module.css'
import { JobsSlot } from './JobsSlot.tsx'

/** What can be done with what is selected. Floats over wide pages, sticks to the bottom of phones. */
export function BulkBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className={`card row ${classes.bulk}`} aria-label={label} data-bulk-bar data-holds-jobs>
      <div className={classes.jobs}>
        <JobsSlot at="phone" />
      </div>
      {children}
    </section>
  )
}
