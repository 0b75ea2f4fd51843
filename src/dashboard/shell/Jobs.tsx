import { useEffect } from 'react'
import { jobKinds, recordReceipt } from '../job-kinds.ts'
import { useSession } from '../session.ts'
import { JobTray } from '../ui/jobs/JobTray.tsx'
import { beginJobs } from '../ui/jobs/runner.ts'

/** Goes on with what an earlier page left, and shows it. */
export function Jobs() {
  const { account } = useSession()
  useEffect(() => void beginJobs(account.id, jobKinds, recordReceipt), [account.id])
  return <JobTray />
}
