import { useEffect } from 'react'
import { gatewayJobKinds } from '#dashboard/app/job-kinds.ts'
import { useSession } from '#dashboard/platform/session/session.ts'
import { useReceipts } from '#dashboard/platform/jobs/receipts.ts'
import { followGatewayJobs } from '#dashboard/platform/jobs/gateway-jobs.ts'
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
