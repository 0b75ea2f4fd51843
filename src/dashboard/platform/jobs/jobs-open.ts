import { createStore } from '#dashboard/ui/store.ts'

/** Whether the jobs are more than a line. On phones they never are until somebody opens them. */

const key = 'roomkeeper-jobs-open'
const isPhone = () => matchMedia('(max-width: 47.99em)').matches
const preferred = () => !isPhone() && localStorage.getItem(key) === 'yes'

const open = createStore(preferred())

export const useJobsOpen = open.use

/** What somebody chose; wide screens remember it. */
export function setJobsOpen(next: boolean) {
  if (!isPhone()) localStorage.setItem(key, next ? 'yes' : 'no')
  open.set(next)
}

/** For a receipt that needs a decision. A phone keeps to its line, which says the same in amber: a page there has no room to give. */
export const openForReceipt = () => open.set(open.get() || !isPhone())

/** What opened by itself is closed again once there is nothing left to show. */
export const restoreJobsOpen = () => open.set(preferred())
