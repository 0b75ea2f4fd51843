import { noteJob } from '#dashboard/features/activity/recorder.ts'
import type { JobKinds } from '#dashboard/platform/jobs/job.ts'

/** Every kind of job that a reload resumes, and where its code is. */
export const jobKinds: JobKinds = {
  'messages-delete': async () => (await import('#dashboard/features/messages/delete/delete-job.ts')).deleteJob,
  'ban-changes': async () => (await import('#dashboard/features/banned-ips/changes/ban-job.ts')).banJob,
}

/** A job is one entry of the activity instead of hundreds. */
export const recordReceipt = noteJob
