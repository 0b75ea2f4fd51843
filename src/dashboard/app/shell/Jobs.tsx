import { useEffect } from 'react'
import { useSession } from '#dashboard/platform/session/session.ts'
import { useReceipts } from '#dashboard/platform/jobs/receipts.ts'
import { followGatewayJobs, type GatewayJobKinds } from '#dashboard/platform/jobs/gateway-jobs.ts'
import { hasJobsLeft } from '#dashboard/platform/jobs/job.ts'
import { toastWarning } from '#dashboard/ui/feedback/toast.tsx'

/** Follows the jobs of the account, and keeps their receipts. JobsSlot displays them. */
export function Jobs() {
  const { account } = useSession()
  useEffect(() => {
    void followGatewayJobs(gatewayJobKinds)
    if (!hasJobsLeft()) return
    import('#dashboard/platform/jobs/hand-over.ts')
      .then(({ handOverJobs }) => handOverJobs(account.id))
      .catch(() =>
        toastWarning('Earlier jobs could not be read', 'The storage of this browser does not respond. Reload the page to continue them.'),
      )
  }, [account.id])
  useReceipts()
  return null
}

const pollJob = async () => (await import('#dashboard/features/polls/several/poll-jobs.ts')).pollJob

const presetJob = async () => (await import('#dashboard/features/presets/preset-job.ts')).presetJob

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
