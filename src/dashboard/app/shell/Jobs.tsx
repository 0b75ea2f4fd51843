import { useEffect } from 'react'
import { useReceipts } from '#dashboard/platform/jobs/receipts.ts'
import { followGatewayJobs, type GatewayJobKinds } from '#dashboard/platform/jobs/gateway-jobs.ts'

/** Follows the jobs of the account, and keeps their receipts. JobsSlot displays them. */
export function Jobs() {
  useEffect(() => void followGatewayJobs(gatewayJobKinds), [])
  useReceipts()
  return null
}

const pollJob = async () => (await import('#dashboard/features/polls/several/across.ts')).pollJob

const presetJob = async () => (await import('#dashboard/features/automation/modes/preset-job.ts')).presetJob

/** The code of every kind of job, fetched with the first job of the kind. */
const gatewayJobKinds: GatewayJobKinds = {
  'messages-delete': async () => (await import('#dashboard/features/messages/delete-job.ts')).deletionJob,
  'ban-changes': async () => (await import('#dashboard/features/banned-ips/changes/ban-job.ts')).banJob,
  'settings-of-chats': async () => (await import('#dashboard/platform/changes/settings-job.ts')).settingsJob,
  'preset-on': presetJob,
  'preset-end': presetJob,
  posts: async () => (await import('#dashboard/features/messages/post/posting.ts')).postJob,
  'polls-create': pollJob,
  'polls-publish': pollJob,
  'polls-delete': pollJob,
}
