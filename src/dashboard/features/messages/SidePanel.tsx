import type { ReactNode } from 'react'
import type { Message } from '#contract/messages.ts'
import type { Job } from '#dashboard/platform/jobs/job.ts'
import { JobsSlot } from '#dashboard/platform/jobs/JobsSlot.tsx'
import { changeJob } from '#dashboard/platform/jobs/page-jobs.ts'
import { UndoBar, useSecondsUntil } from '#dashboard/ui/feedback/UndoBar.tsx'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import type { Selection } from '#dashboard/ui/table/use-selection.ts'
import { isInSight, type VisibleRangeStore } from './filters/VisibleActivity.tsx'
import { AuthorCard } from './list/AuthorCard.tsx'
import { SelectionBar, SelectionPanel } from './list/SelectionPanel.tsx'
import classes from './messages.module.css'

interface SelectionProps {
  chosen: Message[]
  selection: Selection<number>
  visibleRange: VisibleRangeStore
  exportMenu: ReactNode
  onDelete: (() => void) | null
}

interface SidePanelProps extends SelectionProps {
  card: Message | null
  loaded: Message[]
  onCloseCard: () => void
  onOnly: (author: Message) => void
}

/** The panel beside the list: an author, or else the selected messages. */
export function SidePanel({ card, chosen, loaded, selection, visibleRange, exportMenu, onCloseCard, onOnly, onDelete }: SidePanelProps) {
  const offScreenCount = useOffScreenCount(chosen, visibleRange)
  if (card)
    return (
      <aside className={classes.messagesViewPanel} data-card aria-label="Inspector">
        <AuthorCard
          author={card}
          loaded={loaded}
          onClose={onCloseCard}
          onOnly={() => onOnly(card)}
          onSelectAll={(ids) => {
            selection.set(ids, true)
            onCloseCard()
          }}
        />
      </aside>
    )
  if (chosen.length === 0) return null
  return (
    <aside className={classes.messagesViewPanel} aria-label="Inspector">
      <SelectionPanel {...{ chosen, offScreenCount, onDelete, exportMenu }} onClear={selection.clear} onSet={selection.set} />
    </aside>
  )
}

interface BottomProps extends SelectionProps {
  held: Job[]
  /** null: there is nothing to undo. */
  onUndo: (() => void) | null
}

/**
 * The bar under the list: the undo bar, or else the selection where the screen is too narrow for a panel. The job slot stays mounted: unmounting it
 * when the time to undo ends would lose the focus.
 */
export function MessagesBottom({ chosen, held, onUndo, selection, visibleRange, exportMenu, onDelete }: BottomProps) {
  const offScreenCount = useOffScreenCount(chosen, visibleRange)
  return (
    <div className={held.length > 0 ? undefined : classes.narrow} data-holds-jobs>
      <JobsSlot at="phone" />
      {held.length > 0 && onUndo ? (
        <HeldDeletions held={held} onUndo={onUndo} />
      ) : (
        chosen.length > 0 && (
          <SelectionBar {...{ chosen, offScreenCount, onDelete, exportMenu }} onClear={selection.clear} onSet={selection.set} />
        )
      )}
    </div>
  )
}

function useOffScreenCount(chosen: Message[], visibleRange: VisibleRangeStore): number {
  const visible = visibleRange.use()
  return visible ? chosen.filter((message) => !isInSight(visible, message)).length : 0
}

/** The undo bar of the deletions of this page that have not begun. @param held at least one */
function HeldDeletions({ held, onUndo }: { held: Job[]; onUndo: () => void }) {
  const messages = held.reduce((sum, job) => sum + job.total, 0)
  const secondsLeft = useSecondsUntil(held.at(-1)!.notBefore)
  return (
    <UndoBar
      secondsLeft={secondsLeft}
      undoLabel={`Undo: keep the ${count(messages)}`}
      onUndo={onUndo}
      onNow={() => held.forEach(({ id }) => void changeJob(id, 'now'))}
    >
      <b>{counted(messages, 'message')}</b> {secondsLeft === 0 ? 'will be deleted after the current job' : 'will be deleted'}
    </UndoBar>
  )
}
