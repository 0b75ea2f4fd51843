import { recorded } from '#contract/activity.ts'
import { declared } from '#contract/recorded-change.ts'
import type { ActivityEntry } from './entry.ts'

/** `yes`, `nothing` where nothing was changed, else the reason why it cannot be undone, as a sentence. */
export function undoable({ action, kind, outcome, changes }: ActivityEntry): 'yes' | 'nothing' | { because: string } {
  if (outcome === 'refused' || outcome === 'unsent') return 'nothing'
  if (action === 'job')
    return { because: kind === 'messages' ? recorded.messageDeleteSome.undo.because : 'Changes made in bulk can’t be undone from here.' }
  const { undo, makes } = declared(action)
  if (undo.kind === 'none') return { because: undo.because }
  if (makes || changes.some(({ before }) => before !== undefined)) return 'yes'
  return changes.length === 0 ? 'nothing' : { because: 'The earlier values are unknown.' }
}
