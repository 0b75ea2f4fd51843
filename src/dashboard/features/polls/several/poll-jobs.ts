import { queryClient, refresh } from '#dashboard/platform/api/query.ts'
import { onceJob } from '#dashboard/platform/jobs/once-job.ts'
import { refreshRecords } from '#dashboard/platform/records/records.ts'

export const pollJob = onceJob(() =>
  Promise.all([
    refresh('pollList'),
    queryClient.invalidateQueries({ queryKey: ['poll-across'] }),
    refreshRecords('poll-groups'),
    refreshRecords('poll-rounds'),
  ]),
)
