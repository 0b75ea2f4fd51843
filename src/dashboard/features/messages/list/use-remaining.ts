import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { leftOfJob } from '#dashboard/platform/jobs/gateway-jobs.ts'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { writeRange } from '../time-range.ts'
import type { MessageSubset } from '../filters/use-filtered.ts'

/** The messages that a deletion failed to delete, if the URL names its job. */
export function useRemaining(jobId: string | null): (MessageSubset & { range: string }) | null {
  const left = useQuery({ ...leftOfJob(jobId ?? ''), enabled: jobId !== null }).data?.data.left
  return useMemo(() => {
    if (left?.kind !== 'messages-delete') return null
    const { ids, from, to } = left
    return {
      title: `Showing only the messages that a deletion left: ${counted(ids.length, 'message')}.`,
      ids: new Set(ids),
      range: writeRange({ from, to }),
    }
  }, [left])
}
