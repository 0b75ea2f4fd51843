import { createStore } from '#dashboard/ui/store.ts'

/** Whether the list of jobs is open. On phones it is closed until somebody opens it. */

const key = 'roomkeeper-jobs-open'
const isPhone = () => matchMedia('(max-width: 47.99em)').matches
const preferred = () => !isPhone() && localStorage.getItem(key) === 'yes'

const open = createStore(preferred())

export const useJobsOpen = open.use

/** The user's choice; wide screens remember it. */
export function setJobsOpen(next: boolean) {
  if (!isPhone()) localStorage.setItem(key, next ? 'yes' : 'no')
  open.set(next)
}

/** For a receipt that needs attention. On a phone the amber line says the same, as the page has no room to spare. */
export const openForReceipt = () => open.set(open.get() || !isPhone())

/** A list that opened by itself closes when there is nothing left to show. */
export const restoreJobsOpen = () => open.set(preferred())
