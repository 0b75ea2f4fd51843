import { takeLastEntry } from '#dashboard/platform/session/gateway.ts'
import type { ToastAction } from '#dashboard/ui/feedback/toasts.tsx'
import { createStore } from '#dashboard/ui/store.ts'

/** The entry of the audit log that somebody asks to undo where they are; the frame carries it out. */
export const undoRequest = createStore(0)

/** For the toast of a change that one request made and the service has just confirmed; nothing where it cannot be undone. */
export function undoLast(): ToastAction | undefined {
  const line = Number(takeLastEntry())
  return line > 0 ? { label: 'Undo', run: () => undoRequest.set(line) } : undefined
}
