import { lazy, Suspense } from 'react'
import { useJobsNeeded } from './job.ts'

const JobsLine = lazy(async () => ({ default: (await import('./JobTray.tsx')).JobsLine }))

/** Where the tray goes when it is made small. Its code comes with the first job. */
export function JobsSlot({ className }: { className: string | undefined }) {
  const needed = useJobsNeeded()
  return (
    <div className={className}>
      {needed && (
        <Suspense>
          <JobsLine />
        </Suspense>
      )}
    </div>
  )
}
