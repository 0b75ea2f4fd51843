import type { Job } from '#dashboard/platform/jobs/job.ts'
import { startNow, undoJob } from '#dashboard/platform/jobs/runner.ts'
import { toastWarning } from '#dashboard/ui/feedback/toast.tsx'
import { UndoBar, useSecondsUntil } from '#dashboard/ui/feedback/UndoBar.tsx'
import { useKey } from '#dashboard/ui/overlay/keys.tsx'
import { count, counted } from '#dashboard/ui/format/numbers.ts'

/** The undo bar of the deletions of this page that have not begun. @param held at least one */
export function HeldDeletions({ held }: { held: Job[] }) {
  const messages = held.reduce((sum, job) => sum + job.total, 0)
  const secondsLeft = useSecondsUntil(held.at(-1)!.notBefore)

  async function undo() {
    const undone = await Promise.all(held.map(({ id }) => undoJob(id)))
    if (undone.includes(false)) toastWarning('Too late to undo', 'The first messages were already sent. Stop the job to keep the rest.')
  }
  useKey('u', 'Undo the deletion', () => void undo())

  return (
    <UndoBar
      secondsLeft={secondsLeft}
      undoLabel={`Undo: keep the ${count(messages)}`}
      onUndo={() => void undo()}
      onNow={() => held.forEach(({ id }) => void startNow(id))}
    >
      <b>{counted(messages, 'message')}</b> {secondsLeft === 0 ? 'will be deleted after the current job' : 'will be deleted'}
    </UndoBar>
  )
}
