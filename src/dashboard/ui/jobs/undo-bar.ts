import { createStore } from '../store.ts'

/** The chat whose page shows the time to undo itself; the tray need not say it twice. */
export const heldInSight = createStore<number | null>(null)
