import type { JobKinds } from '#dashboard/platform/jobs/job.ts'

/** The code of every kind of job that is resumed after a reload. */
export const jobKinds: JobKinds = {
  'messages-delete': async () => (await import('#dashboard/features/messages/delete/delete-job.ts')).deleteJob,
  'settings-of-chats': async () => (await import('#dashboard/features/matrix/saving/settings-job.ts')).settingsJob,
  'ban-changes': async () => (await import('#dashboard/features/banned-ips/changes/ban-job.ts')).banJob,
}
