import { useEffect } from 'react'
import { gatewayJobKinds, jobKinds } from '#dashboard/app/job-kinds.ts'
import { useSession } from '#dashboard/platform/session/session.ts'
import { useReceipts } from '#dashboard/platform/jobs/receipts.ts'
import { followGatewayJobs, handOverJobs } from '#dashboard/platform/jobs/gateway-jobs.ts'
import { resumeJobs } from '#dashboard/platform/jobs/runner.ts'
import { toastWarning } from '#dashboard/ui/feedback/toast.tsx'

/** Resumes the jobs of an earlier page and keeps their receipts. JobsSlot displays them. */
export function Jobs() {
  const { account } = useSession()
  useEffect(() => {
    void followGatewayJobs(gatewayJobKinds)
    resumeJobs(account.id, jobKinds).then(handOverJobs, () =>
      toastWarning('Earlier jobs could not be read', 'The storage of this browser does not respond. Reload the page to continue them.'),
    )
  }, [account.id])
  useReceipts()
  return null
}
