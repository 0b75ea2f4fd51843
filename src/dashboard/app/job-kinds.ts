import type { GatewayJobKinds } from '#dashboard/platform/jobs/gateway-jobs.ts'
import type { JobKinds } from '#dashboard/platform/jobs/job.ts'

/** The code of every kind of job that is resumed after a reload. */
export const jobKinds: JobKinds = {
  'settings-of-chats': async () => (await import('#dashboard/features/matrix/saving/settings-job.ts')).settingsJob,
}

/** Of the jobs that the gateway carries out. */
export const gatewayJobKinds: GatewayJobKinds = {
  'messages-delete': async () => (await import('#dashboard/features/messages/delete/delete-job.ts')).deletionJob,
  'ban-changes': async () => (await import('#dashboard/features/banned-ips/changes/ban-job.ts')).banJob,
}
