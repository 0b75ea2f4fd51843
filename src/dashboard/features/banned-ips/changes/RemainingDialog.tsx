import { Button, Modal, Stack } from '@mantine/core'
import { jobs } from '#dashboard/platform/jobs/job.ts'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { toastError } from '#dashboard/ui/feedback/toast.tsx'
import { detailOf, reasonOf, startBanJob } from './ban-job.ts'
import { keyOf } from '../ranges/range.ts'
import { nameOf } from '../read.ts'
import classes from './Steps.module.css'
import { DialogFoot } from '#dashboard/ui/form/DialogFoot.tsx'

const maxShown = 100

/** The steps that a job did not complete, why, and a way to retry them. */
export function RemainingDialog({ jobId, onClose }: { jobId: string; onClose: () => void }) {
  const detail = detailOf(jobs.use().find(({ id }) => id === jobId))
  if (!detail) return null
  const left = detail.chats.flatMap(({ chatId, chatName, unfinished }) => unfinished.map((one) => ({ ...one, chatId, chatName })))

  async function retry() {
    if (!detail) return
    const plans = detail.chats.map(({ chatId, chatName, unfinished }) => ({
      chatId,
      chatName,
      steps: unfinished.map(({ step }) => step),
      mayUnban: detail.mayUnban[chatId] ?? [],
    }))
    try {
      await startBanJob({
        plans,
        title: `Retrying ${counted(left.length, 'step')}`,
        doneMessage: `${counted(left.length, 'remaining step')} completed`,
      })
      onClose()
    } catch (error) {
      toastError('Could not retry: this browser cannot store the list of steps', error)
    }
  }

  return (
    <Modal opened onClose={onClose} title="Remaining steps">
      <Stack gap="lg">
        <ul className="code">
          {left.slice(0, maxShown).map((one) => (
            <li className={classes.step} key={`${one.chatId} ${one.step.action} ${keyOf(one.step.range)}`}>
              {one.step.action === 'ban' ? 'Ban' : 'Unban'} {nameOf(one.step.range)}
              {detail.chats.length > 1 && <span className="outside quiet">in {one.chatName}</span>}
              <span className="quiet">{reasonOf(one)}</span>
            </li>
          ))}
          {left.length > maxShown && <li className={classes.step}>and {counted(left.length - maxShown, 'more', 'more')}</li>}
        </ul>
        <DialogFoot>
          <Button data-autofocus onClick={onClose}>
            Close
          </Button>
          {detail.chats.every(({ rolledBack }) => !rolledBack) && (
            <Button variant="filled" onClick={() => void retry()}>
              Try again
            </Button>
          )}
        </DialogFoot>
      </Stack>
    </Modal>
  )
}
