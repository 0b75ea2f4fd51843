import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { DeletionsLeft } from '#contract/workspace/limits.ts'
import { queryClient, refetchEvery } from '#dashboard/platform/api/query.ts'
import { jobs, type Job } from '#dashboard/platform/jobs/job.ts'
import { usePerson } from '#dashboard/platform/session/rights.ts'
import { count, plural } from '#dashboard/ui/format/numbers.ts'
import { clock } from '#dashboard/ui/format/time.tsx'
import { nowMs } from '#dashboard/ui/format/clocks.ts'

/** What the role of the person leaves to delete this hour. The gateway counts it, and refuses what exceeds it. */

const refetchIntervalMs = 60_000

/** null where there is no limit, and while it is not known. What the person’s own jobs will delete is taken off. */
export function useDeletionsLeft(): DeletionsLeft | null {
  const limit = usePerson()?.limits.deletionsPerHour ?? null
  const pending = pendingDeletions(jobs.use())
  const isPending = pending > 0
  const { data } = useQuery({
    queryKey: ['limitsRead', {}],
    // Few people have a limit, so nobody else loads this code.
    queryFn: async ({ signal }) => {
      const { callWorkspace } = await import('#dashboard/platform/session/workspace.ts')
      return callWorkspace('limitsRead', {}, { signal })
    },
    enabled: limit !== null,
    // While a job runs, part of what it deletes is counted already.
    refetchInterval: refetchEvery(isPending ? false : refetchIntervalMs),
  })
  useEffect(() => {
    if (limit !== null && !isPending) void queryClient.invalidateQueries({ queryKey: ['limitsRead'] })
  }, [limit, isPending])
  const deletions = limit === null ? null : (data?.data.deletions ?? null)
  return deletions && { ...deletions, left: Math.max(0, deletions.left - pending) }
}

const pendingDeletions = (all: readonly Job[]) =>
  all.reduce(
    (sum, { kind, phase, total, isOwn }) => sum + (kind === 'messages-delete' && phase !== 'ended' && isOwn !== false ? total : 0),
    0,
  )

/** What is left, and when all of it is back. */
export function deletionsLeftText({ left, limit, fullAt }: DeletionsLeft): string {
  const back = { limit: count(limit), time: clock((fullAt ?? nowMs() / 1000) * 1000).slice(0, 5) }
  if (fullAt === null || left === limit)
    return plural(limit, 'You can delete {count} message an hour.', 'You can delete {count} messages an hour.')
  if (left === 0) return `You can’t delete more messages this hour. The full limit of ${back.limit} is back at ${back.time}.`
  return plural(
    left,
    'You can delete {count} more message this hour. The full limit of {limit} is back at {time}.',
    'You can delete {count} more messages this hour. The full limit of {limit} is back at {time}.',
    back,
  )
}
