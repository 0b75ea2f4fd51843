import type { GatewayJobKinds } from '#dashboard/platform/jobs/gateway-jobs.ts'

/** The code of every kind of job, fetched with the first job of the kind. */
export const gatewayJobKinds: GatewayJobKinds = {
  'messages-delete': async () => (await import('#dashboard/features/messages/delete/delete-job.ts')).deletionJob,
  'ban-changes': async () => (await import('#dashboard/features/banned-ips/changes/ban-job.ts')).banJob,
  'settings-of-chats': async () => (await import('#dashboard/platform/changes/settings-job.ts')).settingsJob,
}
