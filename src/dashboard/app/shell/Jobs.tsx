import { useEffect } from 'react'
import { jobKinds, recordReceipt } from '#dashboard/app/job-kinds.ts'
import { useSession } from '#dashboard/platform/session/session.ts'
import { useReceipts } from '#dashboard/platform/jobs/receipts.ts'
import { resumeJobs } from '#dashboard/platform/jobs/runner.ts'

/** Resumes the jobs of an earlier page and keeps their receipts. JobsSlot displays them. */
export function Jobs() {
  const { account } = useSession()
  useEffect(() => void resumeJobs(account.id, jobKinds, recordReceipt), [account.id])
  useReceipts()
  return null
}
