import { queryClient } from '#dashboard/platform/api/query.ts'
import { onceJob } from '#dashboard/platform/jobs/once-job.ts'

export const postJob = onceJob(() =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'messageList' && queryKey[2] === 'news' }),
)
