import type { Job } from '#dashboard/platform/jobs/job.ts'
import { changeJob } from '#dashboard/platform/jobs/page-jobs.ts'
import { UndoBar, useSecondsUntil } from '#dashboard/ui/feedback/UndoBar.tsx'
import { count, counted } from '#dashboard/ui/format/numbers.ts'

/** The undo bar of the deletions of this page that have not begun. @param held at least one */
export function HeldDeletions({ held, onUndo }: { held: Job[]; onUndo: () => void }) {
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
