import { createStore } from '#dashboard/ui/store.ts'

/** The chat whose page shows its own undo bar; the list of jobs does not repeat it. */
export const undoBarChatId = createStore<number | null>(null)
