import { Button } from '@mantine/core'
import { JobsSlot } from '#dashboard/platform/jobs/JobsSlot.tsx'
import { toast } from '#dashboard/ui/feedback/toast.tsx'
import { counted, plural } from '#dashboard/ui/format/numbers.ts'
import { modKey, useSaveKey } from '#dashboard/ui/overlay/keys.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { discardEdits, type MatrixDrafts } from '../drafts.ts'
import classes from './DraftBar.module.css'

interface DraftBarProps {
  drafts: MatrixDrafts
  /** How many findings of the settings doctor the edits bring about. */
  newFindings: number
  onReview: () => void
}

/** How much is edited in all chats, and the way to its review. */
export function DraftBar({ drafts: { edits, changes, isKept }, newFindings, onReview }: DraftBarProps) {
  useSaveKey(() => changes > 0 && onReview())
  const discard = () =>
    toast(plural(changes, '{count} change discarded', '{count} changes discarded'), { label: 'Undo', run: discardEdits() })
  return (
    <div className={classes.bottom} data-bulk-bar data-holds-jobs>
      <JobsSlot at="phone" />
      {changes > 0 && (
        <section className={classes.bar} aria-label="Unsaved changes">
          <p role="status">
            <b>{counted(changes, 'change')}</b> in {counted(edits.size, 'chat')}{' '}
            {isKept ? (
              <span className={`help ${classes.kept}`}>kept in this browser</span>
            ) : (
              <span className="help warn">not kept: the storage of this browser is full</span>
            )}
          </p>
          <div className={classes.actions}>
            {newFindings > 0 && (
              <span className={`inline-row fz-help warn ${classes.findings}`}>
                <Icon name="warning" size={14} /> {counted(newFindings, 'new finding')}
              </span>
            )}
            <Button variant="subtle" c="dimmed" onClick={discard}>
              Discard
            </Button>
            <Button variant="filled" onClick={onReview} rightSection={<kbd>{modKey} S</kbd>}>
              Review
            </Button>
          </div>
        </section>
      )}
    </div>
  )
}
