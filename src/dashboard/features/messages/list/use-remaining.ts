import { useMemo } from 'react'
import { jobs } from '#dashboard/platform/jobs/job.ts'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { detailOf } from '../delete/delete-job.ts'
import { writeRange } from '../time-range.ts'
import type { Only } from '../filters/use-filtered.ts'

/** What a deletion did not bring away, when the address asks for it. */
export function useRemaining(jobId: string | null): (Only & { range: string }) | null {
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
