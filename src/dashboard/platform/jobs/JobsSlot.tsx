import { Suspense, type ReactNode } from 'react'
import { useJobsNeeded } from './job.ts'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'

const JobsSection = lazyPart(async () => (await import('./JobsSection.tsx')).JobsSection)

interface JobsSlotProps {
  /** Phones show it above the bottom bar, wider screens in the sidebar. */
  at: 'sidebar' | 'phone'
  /** Unfolds the sidebar. Given while it is folded and has room for a ring only. */
  onUnfold?: (() => void) | undefined
}

/** Where jobs and their receipts are shown. The code is loaded with the first job. */
export function JobsSlot(props: JobsSlotProps) {
  const needed = useJobsNeeded()
  return <Suspense>{needed && <JobsSection {...props} />}</Suspense>
}

/** The bottom of a page that is longer than the window: what is to be saved there stays in sight, with the jobs above it on phones. */
export const PageBottom = ({ children }: { children: ReactNode }) => (
  <div className="sticky-bottom" data-bulk-bar data-holds-jobs>
    <JobsSlot at="phone" />
    {children}
  </div>
)
