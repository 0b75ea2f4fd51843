import { Button, Group, Modal, Stack } from '@mantine/core'
import { jobs } from '#dashboard/platform/jobs/job.ts'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { toastError } from '#dashboard/ui/feedback/toast.tsx'
import { detailOf, leftWords, startChanges } from './bans-job.ts'
import { keyOf } from './ranges/range.ts'
import { nameOf } from './read.ts'
import classes from './tidy/Steps.module.css'

const mostShown = 100

/** What a job left undone, why, and the way to try it again. */
export function LeftDialog({ jobId, onClose }: { jobId: string; onClose: () => void }) {
  const detail = detailOf(jobs.use().find(({ id }) => id === jobId))
  if (!detail) return null
  const left = detail.rooms.flatMap(({ chatId, place, unfinished }) => unfinished.map((one) => ({ ...one, chatId, place })))

  async function again() {
    if (!detail) return
    const plans = detail.rooms.map(({ chatId, place, unfinished }) => ({
      chatId,
      place,
      steps: unfinished.map(({ step }) => step),
      frees: detail.frees[chatId] ?? [],
    }))
    try {
      await startChanges({
        plans,
        title: `Trying ${counted(left.length, 'step')} again`,
        done: `${counted(left.length, 'step')} done at last`,
      })
      onClose()
    } catch (error) {
      toastError('Nothing was tried again: this browser cannot keep the list of steps', error)
    }
  }

  return (
    <Modal opened onClose={onClose} title="What was not done">
      <Stack gap="lg">
        <ul className="code">
          {left.slice(0, mostShown).map((one) => (
            <li className={classes.step} key={`${one.chatId} ${one.step.act} ${keyOf(one.step.range)}`}>
              {one.step.act === 'ban' ? 'Ban' : 'Lift'} {nameOf(one.step.range)}
              {detail.rooms.length > 1 && <span className="outside quiet">in {one.place}</span>}
              <span className="quiet">
                {leftWords({ rooms: [{ chatId: one.chatId, place: one.place, done: 0, unfinished: [one], rolledBack: null }] }).replace(
                  /^.*?: /,
                  '',
                )}
              </span>
            </li>
          ))}
          {left.length > mostShown && <li className={classes.step}>and {counted(left.length - mostShown, 'more', 'more')}</li>}
        </ul>
        <Group justify="flex-end" gap="sm">
          <Button data-autofocus onClick={onClose}>
            Close
          </Button>
          {detail.rooms.every(({ rolledBack }) => rolledBack === null) && (
            <Button variant="filled" onClick={() => void again()}>
              Try {left.length === 1 ? 'it' : `the ${left.length}`} again
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}
