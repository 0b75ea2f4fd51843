import { api } from '#contract/api.ts'
import { declared } from '#contract/recorded-change.ts'
import type { May } from '#dashboard/platform/session/rights.ts'
import type { ActivityEntry } from './entry.ts'

/** `yes`, `nothing` where nothing was changed, else the reason why it cannot be undone, as a sentence. */
export function undoable({ action, outcome, changes }: ActivityEntry): 'yes' | 'nothing' | { because: string } {
  if (outcome === 'refused' || outcome === 'unsent') return 'nothing'
  const { undo, makes } = declared(action)
  if (undo.kind === 'none') return { because: undo.because }
  if (makes || changes.some(({ before }) => before !== undefined)) return 'yes'
  return changes.length === 0 ? 'nothing' : { because: 'The earlier values are unknown.' }
}

/** Whether the person may make the change that undoes it: with the same endpoint, or with its inverse. */
export function mayUndo(may: May, { action, chatId }: Pick<ActivityEntry, 'action' | 'chatId'>): boolean {
  const { undo } = declared(action)
  return may(api[undo.kind === 'inverse' ? undo.by[0]! : action].right, chatId ?? undefined)
}
