import type { AuditEntry } from '#contract/workspace/audit.ts'
import { clock } from '#dashboard/ui/format/time.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { outcomeIcons } from '../entry-icons.ts'
import { undoable } from '../undoable.ts'
import { asActivity, messageOfAudit, outcomeOf } from './audit-words.ts'
import classes from './log.module.css'

interface OutcomeCellProps {
  entries: readonly AuditEntry[]
  onOpen: (line: number) => void
}

/** How it ended, and why it cannot be undone or who undid it. */
export function OutcomeCell({ entries, onOpen }: OutcomeCellProps) {
  const newest = entries[0]!
  const { worst, words } = outcomeOf(entries)
  const message = entries.length === 1 ? messageOfAudit(newest) : ''
  const { undoneBy } = newest
  return (
    <>
      <p className={classes.outcomeCellOutcome} data-outcome={worst}>
        <Icon name={outcomeIcons[worst]} size={14} />
        <span>{words}</span>
      </p>
      {message && <p className={`outside ${classes.note}`}>{message}</p>}
      {entries.length === 1 && undoneBy ? (
        <p className={classes.note}>
          <button type="button" className="link" onClick={() => onOpen(undoneBy.id)}>
            Undone by {undoneBy.name} at {clock(undoneBy.at).slice(0, 5)}
          </button>
        </p>
      ) : (
        <p className={classes.note}>{whyNoUndo(entries)}</p>
      )}
    </>
  )
}

/** Where that is the same for all of them. */
function whyNoUndo(entries: readonly AuditEntry[]): string {
  const reasons = new Set(
    entries.map((entry) => {
      const activity = asActivity(entry)
      const undo = activity && undoable(activity)
      return typeof undo === 'object' && undo ? undo.because : ''
    }),
  )
  return reasons.size === 1 ? [...reasons][0]! : ''
}
