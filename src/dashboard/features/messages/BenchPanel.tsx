import type { ReactNode } from 'react'
import type { Message } from '#contract/messages.ts'
import type { Job } from '#dashboard/platform/jobs/job.ts'
import { JobsSlot } from '#dashboard/platform/jobs/JobsSlot.tsx'
import classes from './Bench.module.css'
import { PosterCard } from './list/PosterCard.tsx'
import type { Selection } from '#dashboard/ui/table/use-selection.ts'
import { SelectionBar, SelectionPanel } from './list/SelectionPanel.tsx'
import type { SightStore } from './filters/SightStrip.tsx'
import { UndoBar } from './delete/UndoBar.tsx'

interface OfSelection {
  chosen: Message[]
  selection: Selection<number>
  sight: SightStore
  exportMenu: ReactNode
  onDelete: () => void
}

interface BenchPanelProps extends OfSelection {
  card: Message | null
  loaded: Message[]
  onCloseCard: () => void
  onOnly: (poster: Message) => void
}

/** Beside the list what it is about: an author, or what is selected. */
export function BenchPanel({ card, chosen, loaded, selection, sight, exportMenu, onCloseCard, onOnly, onDelete }: BenchPanelProps) {
  const notInSight = useNotInSight(chosen, sight)
  if (card)
    return (
      <aside className={classes.panel} data-card aria-label="Inspector">
        <PosterCard
          poster={card}
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
export function BenchBottom({ chosen, held, selection, sight, exportMenu, onDelete }: OfSelection & { held: Job[] }) {
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

function useNotInSight(chosen: Message[], sight: SightStore): number {
  const seen = sight.use()
  return seen ? chosen.filter(({ time }) => time > seen.newest.time || time < seen.oldest.time).length : 0
}
