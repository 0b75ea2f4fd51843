import { createStore } from '#dashboard/ui/store.ts'

/** The chat whose page shows the time to undo itself; the jobs need not repeat it. */
export const heldInSight = createStore<number | null>(null)
