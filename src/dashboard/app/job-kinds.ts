import type { GatewayJobKinds } from '#dashboard/platform/jobs/gateway-jobs.ts'

const pollJob = async () => (await import('#dashboard/features/polls/several/poll-jobs.ts')).pollJob

const presetJob = async () => (await import('#dashboard/features/presets/preset-job.ts')).presetJob

/** The code of every kind of job, fetched with the first job of the kind. */
export const gatewayJobKinds: GatewayJobKinds = {
  'messages-delete': async () => (await import('#dashboard/features/messages/delete/delete-job.ts')).deletionJob,
  'ban-changes': async () => (await import('#dashboard/features/banned-ips/changes/ban-job.ts')).banJob,
  'settings-of-chats': async () => (await import('#dashboard/platform/changes/settings-job.ts')).settingsJob,
  'preset-on': presetJob,
  'preset-end': presetJob,
  posts: async () => (await import('#dashboard/features/messages/post/post-job.ts')).postJob,
  'polls-create': pollJob,
  'polls-publish': pollJob,
  'polls-delete': pollJob,
}
