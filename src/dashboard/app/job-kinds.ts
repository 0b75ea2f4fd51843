import { noteJob } from '#dashboard/features/activity/recorder.ts'
import type { JobKinds } from '#dashboard/platform/jobs/job.ts'

/** Every kind of long work that a reload goes on with, and where its code is. */
export const jobKinds: JobKinds = {
  'messages-delete': async () => (await import('#dashboard/features/messages/delete/delete-job.ts')).deleteJob,
  'bans-change': async () => (await import('#dashboard/features/banned-ips/bans-job.ts')).bansJob,
}

/** One line in the record of changes in place of hundreds. */
export const recordReceipt = noteJob
