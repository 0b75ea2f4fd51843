import { useEffect } from 'react'
import { jobKinds, recordReceipt } from '#dashboard/app/job-kinds.ts'
import { useSession } from '#dashboard/platform/session/session.ts'
import { useReceipts } from '#dashboard/platform/jobs/receipts.ts'
import { resumeJobs } from '#dashboard/platform/jobs/runner.ts'

/** Goes on with what an earlier page left, and looks after the receipts. Where they are shown: JobsSlot. */
export function Jobs() {
  const { account } = useSession()
  useEffect(() => void resumeJobs(account.id, jobKinds, recordReceipt), [account.id])
  useReceipts()
  return null
}
