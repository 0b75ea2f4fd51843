import { api } from '#contract/api.ts'
import { recorded } from '#contract/activity.ts'
import { declared } from '#contract/recorded-change.ts'
import type { May } from '#dashboard/platform/session/rights.ts'
import type { ActivityEntry } from './entry.ts'

/** `yes`, `nothing` where nothing was changed, else the reason why it cannot be undone, as a sentence. */
export function undoable({ action, kind, outcome, changes, undoPath }: ActivityEntry): 'yes' | 'nothing' | { because: string } {
  if (outcome === 'refused' || outcome === 'unsent') return 'nothing'
  if (undoPath) return 'yes'
  if (action === 'job')
    return { because: kind === 'messages' ? recorded.messageDeleteSome.undo.because : 'Changes made in bulk can’t be undone from here.' }
  const { undo, makes } = declared(action)
  if (undo.kind === 'none') return { because: undo.because }
  if (makes || changes.some(({ before }) => before !== undefined)) return 'yes'
  return changes.length === 0 ? 'nothing' : { because: 'The earlier values are unknown.' }
}

/** Whether the person may make the change that undoes it: with the same endpoint, or with its inverse. */
export function mayUndo(may: May, { action, chatId, undoPath }: Pick<ActivityEntry, 'action' | 'chatId' | 'undoPath'>): boolean {
  if (action === 'job') return undoPath !== undefined
  const { undo } = declared(action)
  return may(api[undo.kind === 'inverse' ? undo.by[0]! : action].right, chatId ?? undefined)
}
