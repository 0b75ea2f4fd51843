import { Button, Modal, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ChatBansLeft } from '#contract/workspace/jobs.ts'
import { useAction } from '#dashboard/platform/api/actions.ts'
import { leftOfJob } from '#dashboard/platform/jobs/gateway-jobs.ts'
import { NotSaved } from '#dashboard/platform/saving/change-notes.tsx'
import { Loading } from '#dashboard/ui/feedback/Loading.tsx'
import { LoadError } from '#dashboard/ui/feedback/notices.tsx'
import { DialogFoot } from '#dashboard/ui/form/DialogFoot.tsx'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { planOfLeft } from '#engine/bans/plan.ts'
import { keyOf } from '#engine/bans/range.ts'
import { nameOf } from '../read.ts'
import { reasonOf, startBanJobs } from './ban-job.ts'
import classes from './changes.module.css'

const maxShown = 100

/** The steps that a job did not complete, why, and a way to retry them. */
export function RemainingDialog({ jobId, onClose }: { jobId: string; onClose: () => void }) {
  const reading = useQuery(leftOfJob(jobId))
  const left = reading.data?.data.left
  return (
    <Modal opened onClose={onClose} title="Remaining steps">
      {reading.isPending ? (
        <Loading what="the remaining steps" className="" />
      ) : reading.isError ? (
        <LoadError what="The remaining steps" error={reading.error} retry={reading.refetch} busy={reading.isFetching} />
      ) : left?.kind === 'ban-changes' ? (
        <Remaining chats={left.chats} onClose={onClose} />
      ) : (
        <p>Nothing remains.</p>
      )}
    </Modal>
  )
}

function Remaining({ chats, onClose }: { chats: readonly ChatBansLeft[]; onClose: () => void }) {
  const open = useMemo(() => chats.map(planOfLeft), [chats])
  const left = open.flatMap(({ unfinished, plan }) => unfinished.map((one) => ({ ...one, chat: plan })))
  const again = useAction(null, () =>
    startBanJobs({
      plans: open.map(({ plan }) => plan),
      title: `Retrying ${counted(left.length, 'step')}`,
      doneMessage: `${counted(left.length, 'remaining step')} completed`,
    }),
  )
  return (
    <Stack gap="lg">
      {again.error && <NotSaved error={again.error} title="Not started." named kept="" />}
      <ul className="code">
        {left.slice(0, maxShown).map((one) => (
          <li className={classes.step} key={`${one.chat.chatId} ${one.step.action} ${keyOf(one.step.range)}`}>
            {one.step.action === 'ban' ? 'Ban' : 'Unban'} {nameOf(one.step.range)}
            {chats.length > 1 && <span className="outside quiet">in {one.chat.chatName}</span>}
            <span className="quiet">{reasonOf(one)}</span>
          </li>
        ))}
        {left.length > maxShown && <li className={classes.step}>and {counted(left.length - maxShown, 'more', 'more')}</li>}
      </ul>
      <DialogFoot>
        <Button data-autofocus onClick={onClose}>
          Close
        </Button>
        {chats.every(({ rolledBack }) => !rolledBack) && (
          <Button variant="filled" loading={again.isPending} onClick={() => again.mutate(undefined, { onSuccess: onClose })}>
            Try again
          </Button>
        )}
      </DialogFoot>
    </Stack>
  )
}
