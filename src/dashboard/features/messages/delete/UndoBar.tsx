import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { Job } from '#dashboard/platform/jobs/job.ts'
import { startNow, undoJob } from '#dashboard/platform/jobs/runner.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { useKey } from '#dashboard/ui/overlay/keys.tsx'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { toastWarning } from '#dashboard/ui/feedback/toast.tsx'
import classes from './UndoBar.module.css'

/** The seconds in which a deletion can be undone, because nothing was sent yet. */
export function UndoBar({ held }: { held: Job[] }) {
  const last = held.at(-1)!
  const messages = held.reduce((sum, job) => sum + job.total, 0)
  const left = useSecondsUntil(last.notBefore)

  async function undo() {
    const undone = await Promise.all(held.map(({ id }) => undoJob(id)))
    if (undone.includes(false)) toastWarning('Too late to undo', 'The first messages were already sent. Stop the job to keep the rest.')
  }
  useKey('u', 'Undo the deletion', () => void undo())

  return (
    <div className={classes.bar} role="group" aria-label="Undo" data-bulk-bar>
      <span className={classes.clock} aria-hidden>
        {left || '…'}
      </span>
      <span role="status" className="grow">
        <b>{counted(messages, 'message')}</b> {left === 0 ? 'will be deleted after the current job' : 'will be deleted'}
      </span>
      <span className={classes.actions}>
        <Button variant="subtle" c="dimmed" onClick={() => held.forEach(({ id }) => void startNow(id))}>
          Delete now
        </Button>
        <Button
          leftSection={<Icon name="undo" size={14} />}
          rightSection={<kbd>U</kbd>}
          onClick={() => void undo()}
          aria-label={`Undo: keep the ${count(messages)}`}
        >
          Undo
        </Button>
      </span>
    </div>
  )
}

/** @param at milliseconds */
function useSecondsUntil(at: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((at - now) / 1000))
}
