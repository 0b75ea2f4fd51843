import { useEffect } from 'react'
import { gatewayJobKinds, jobKinds } from '#dashboard/app/job-kinds.ts'
import { useSession } from '#dashboard/platform/session/session.ts'
import { useReceipts } from '#dashboard/platform/jobs/receipts.ts'
import { followGatewayJobs } from '#dashboard/platform/jobs/gateway-jobs.ts'
import { resumeJobs } from '#dashboard/platform/jobs/runner.ts'
import { toastWarning } from '#dashboard/ui/feedback/toast.tsx'

/** Resumes the jobs of an earlier page and keeps their receipts. JobsSlot displays them. */
export function Jobs() {
  const { account } = useSession()
  useEffect(() => {
    resumeJobs(account.id, jobKinds).catch(() =>
      toastWarning('Earlier jobs could not be read', 'The storage of this browser does not respond. Reload the page to continue them.'),
    )
    void followGatewayJobs(gatewayJobKinds)
  }, [account.id])
  useReceipts()
  return null
}
