import type { ReactNode } from 'react'
import type { Message } from '#contract/messages.ts'
import type { Job } from '#dashboard/platform/jobs/job.ts'
import { JobsSlot } from '#dashboard/platform/jobs/JobsSlot.tsx'
import classes from './MessagesView.module.css'
import { AuthorCard } from './list/AuthorCard.tsx'
import type { Selection } from '#dashboard/ui/table/use-selection.ts'
import { SelectionBar, SelectionPanel } from './list/SelectionPanel.tsx'
import type { VisibleRangeStore } from './filters/VisibleActivity.tsx'
import { UndoBar } from './delete/UndoBar.tsx'

interface OfSelection {
  chosen: Message[]
  selection: Selection<number>
  sight: VisibleRangeStore
  exportMenu: ReactNode
  onDelete: () => void
}

interface SidePanelProps extends OfSelection {
  card: Message | null
  loaded: Message[]
  onCloseCard: () => void
  onOnly: (author: Message) => void
}

/** Beside the list what it is about: an author, or what is selected. */
export function SidePanel({ card, chosen, loaded, selection, sight, exportMenu, onCloseCard, onOnly, onDelete }: SidePanelProps) {
  const notInSight = useNotInSight(chosen, sight)
  if (card)
    return (
      <aside className={classes.panel} data-card aria-label="Inspector">
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
    <aside className={classes.panel} aria-label="Inspector">
      <SelectionPanel {...{ chosen, notInSight, onDelete, exportMenu }} onClear={selection.clear} onSet={selection.set} />
    </aside>
  )
}

/**
 * Under the list: what can be undone; and where no panel fits beside it, the selection. The line of jobs stands here all the time: it would
 * take the focus with it if it went away when the time to undo is over.
 */
export function MessagesBottom({ chosen, held, selection, sight, exportMenu, onDelete }: OfSelection & { held: Job[] }) {
  const notInSight = useNotInSight(chosen, sight)
  return (
    <div className={held.length > 0 ? undefined : classes.narrow} data-holds-jobs>
      <JobsSlot at="phone" />
      {held.length > 0 ? (
        <UndoBar held={held} />
      ) : (
        chosen.length > 0 && (
          <SelectionBar {...{ chosen, notInSight, onDelete, exportMenu }} onClear={selection.clear} onSet={selection.set} />
        )
      )}
    </div>
  )
}

function useNotInSight(chosen: Message[], sight: VisibleRangeStore): number {
  const seen = sight.use()
  return seen ? chosen.filter(({ time }) => time > seen.newest.time || time < seen.oldest.time).length : 0
}
