import { useMemo } from 'react'
import { jobs } from '#dashboard/platform/jobs/job.ts'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { detailOf } from '../delete/delete-job.ts'
import { writeRange } from '../time-range.ts'
import type { MessageSubset } from '../filters/use-filtered.ts'

/** The messages that a deletion failed to delete, if the URL names its job. */
export function useRemaining(jobId: string | null): (MessageSubset & { range: string }) | null {
  const job = jobs.use().find(({ id }) => id === jobId)
  return useMemo(() => {
    const detail = detailOf(job)
    if (!detail) return null
    const { left, from, to } = detail
    return {
      title: `Showing only the messages that a deletion left: ${counted(left.length, 'message')}.`,
      ids: new Set(left),
      range: writeRange({ from, to }),
    }
  }, [job])
}
