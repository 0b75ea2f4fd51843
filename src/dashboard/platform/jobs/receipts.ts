import { useEffect } from 'react'
import { count } from '#dashboard/ui/format/numbers.ts'
import { jobs, type Job } from './job.ts'
import { openForReceipt, restoreJobsOpen } from './jobs-open.ts'
import { changeJob } from './page-jobs.ts'

/** How long a receipt that needs no attention stays visible. */
export const receiptStayMs = 10 * 60_000

const hasOddFigure = ({ receipt }: Job) => receipt?.figures.some(({ odd, value }) => odd && value > 0) ?? false

/** Something was not done. */
export const needsAttention = (job: Job) => job.phase === 'ended' && (hasOddFigure(job) || job.receipt?.left !== undefined)

/** A receipt in one line: what is left if that is one figure, "1 of 212 unknown", or its title. */
export function receiptLine(job: Job): string {
  const figures = job.receipt?.figures ?? []
  const [odd, ...others] = figures.filter(({ odd, value }) => odd && value > 0)
  if (!odd || others.length > 0) return job.receipt?.title ?? job.title
  const all = figures.reduce((sum, { value }) => sum + value, 0)
  return `${count(odd.value)} of ${count(all)} ${odd.label.toLowerCase()}`
}

const pageStart = Date.now()
const opened = new Set<string>()

/** Opens the jobs once for each new receipt that needs attention, and dismisses old ones that need none. */
export function useReceipts() {
  const list = jobs.use()
  useEffect(() => {
    if (list.length === 0) return restoreJobsOpen()
    const fresh = list.filter((job) => needsAttention(job) && (job.endedAt ?? 0) >= pageStart && !opened.has(job.id))
    for (const { id } of fresh) opened.add(id)
    if (fresh.length > 0) openForReceipt()

    const leaving = list.filter((job) => job.phase === 'ended' && !needsAttention(job))
    const timers = leaving.map(({ id, endedAt = 0 }) =>
      setTimeout(() => void changeJob(id, 'dismiss'), Math.max(0, endedAt + receiptStayMs - Date.now())),
    )
    return () => timers.forEach((timer) => clearTimeout(timer))
  }, [list])
}
