import { useEffect } from 'react'
import { count } from '#dashboard/ui/format/numbers.ts'
import { jobs, type Job } from './job.ts'
import { changeJob } from './page-jobs.ts'
import { createStore } from '#dashboard/ui/store.ts'

/** How long a receipt that needs no attention stays visible. */
const receiptStayMs = 10 * 60_000

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

const key = 'roomkeeper-jobs-open'
const isPhone = () => matchMedia('(max-width: 47.99em)').matches
/** On phones the list of jobs is closed until somebody opens it. */
const preferred = () => !isPhone() && localStorage.getItem(key) === 'yes'

const open = createStore(preferred())

export const useJobsOpen = open.use

/** The user's choice; wide screens remember it. */
export function setJobsOpen(next: boolean) {
  if (!isPhone()) localStorage.setItem(key, next ? 'yes' : 'no')
  open.set(next)
}

/** For a receipt that needs attention. On a phone the amber line says the same, as the page has no room to spare. */
const openForReceipt = () => open.set(open.get() || !isPhone())

/** A list that opened by itself closes when there is nothing left to show. */
const restoreJobsOpen = () => open.set(preferred())
