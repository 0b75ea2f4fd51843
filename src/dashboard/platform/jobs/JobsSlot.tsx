import { Suspense } from 'react'
import { useJobsNeeded } from './job.ts'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'

const JobsSection = lazyPart(async () => (await import('./JobsSection.tsx')).JobsSection)

interface JobsSlotProps {
  /** A phone has it above the bar that sticks to its bottom; everything wider in the sidebar. */
  at: 'sidebar' | 'phone'
  /** Unfolds the sidebar. Given while that is folded and has room for a ring only. */
  onUnfold?: (() => void) | undefined
}

/** Where long work and its receipts are shown. The code comes with the first job. */
export function JobsSlot(props: JobsSlotProps) {
  const needed = useJobsNeeded()
  return <Suspense>{needed && <JobsSection {...props} />}</Suspense>
}
