import { Button } from '#dashboard/ui/form/Button.tsx'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ChatBansLeft } from '#contract/gateway/jobs.ts'
import { useAction } from '#dashboard/platform/api/actions.ts'
import { leftOfJob } from '#dashboard/platform/jobs/gateway-jobs.ts'
import { NotSaved } from '#dashboard/platform/saving/change-notes.tsx'
import { LoadError } from '#dashboard/ui/feedback/notices.tsx'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { planOfLeft } from '#engine/bans/plan.ts'
import { reasonOf, startBanJobs } from './ban-job.ts'
import { FirstFew, stepInWords } from './StepList.tsx'
import { CloseDialog } from '#dashboard/ui/overlay/Dialog.tsx'
import { Loading } from '#dashboard/ui/feedback/Loaded.tsx'

const none: ChatBansLeft[] = []

/** The steps that a job did not complete, why, and a way to retry them. */
export function RemainingDialog({ jobId, onClose }: { jobId: string; onClose: () => void }) {
  const reading = useQuery(leftOfJob(jobId))
  const found = reading.data?.data.left
  const chats = found?.kind === 'ban-changes' ? found.chats : none
  const open = useMemo(() => chats.map(planOfLeft), [chats])
  const left = open.flatMap(({ unfinished, plan }) => unfinished.map((one) => ({ ...one, chatName: plan.chatName })))
  const again = useAction(null, () =>
    startBanJobs({
      plans: open.map(({ plan }) => plan),
      title: `Retrying ${counted(left.length, 'step')}`,
      doneMessage: `${counted(left.length, 'remaining step')} completed`,
    }),
  )
  const retry = chats.length > 0 && chats.every(({ rolledBack }) => !rolledBack) && (
    <Button variant="filled" loading={again.isPending} onClick={() => again.mutate(undefined, { onSuccess: onClose })}>
      Try again
    </Button>
  )
  return (
    <CloseDialog title="Remaining steps" onClose={onClose} main={retry}>
      {again.error && <NotSaved error={again.error} title="Not started." named kept="" />}
      {reading.isPending ? (
        <Loading what="the remaining steps" className="" />
      ) : reading.isError ? (
        <LoadError what="The remaining steps" reading={reading} />
      ) : chats.length === 0 ? (
        <p>Nothing remains.</p>
      ) : (
        <FirstFew items={left} max={100}>
          {(one) => (
            <>
              {stepInWords(one.step)}
              {chats.length > 1 && <span className="outside quiet">in {one.chatName}</span>}
              <span className="quiet">{reasonOf(one)}</span>
            </>
          )}
        </FirstFew>
      )}
    </CloseDialog>
  )
}
