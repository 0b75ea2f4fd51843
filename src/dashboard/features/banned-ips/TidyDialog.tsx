import { Checkbox } from '@mantine/core'
import { useMemo, useState } from 'react'
import { serviceName } from '#contract/provider-names.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { useAction } from '#dashboard/platform/api/actions.ts'
import { NotSaved } from '#dashboard/platform/saving/change-notes.tsx'
import { planFor, startBanJobs, type BanWork } from './changes/ban-job.ts'
import { planTidy } from '#engine/bans/tidy.ts'
import type { BanScreen } from './use-ban-screen.ts'
import { StepList } from './changes/StepList.tsx'
import { FormDialog } from '#dashboard/ui/overlay/Dialog.tsx'

/** Fewer entries for the same addresses, with a check that they are the same. */
export function TidyDialog({ screen: { chat, list, close: onClose } }: { screen: BanScreen }) {
  const [mergeAdjacent, setAdjacent] = useState(true)
  const [mergeOverlapping, setOverlapping] = useState(true)
  const starting = useAction(null, (_, work: BanWork) => startBanJobs(work))
  const { steps, proof, findings } = useMemo(
    () => planTidy(list.entries, { mergeAdjacent, mergeOverlapping }),
    [list, mergeAdjacent, mergeOverlapping],
  )
  const copies = findings.filter(({ kind, isPlanned }) => kind === 'duplicate' && !isPlanned).length

  function go() {
    const removed = proof.entriesBefore - proof.entriesAfter
    starting.mutate(
      {
        plans: [planFor(chat, steps)],
        title: 'Tidying up the bans',
        doneMessage: `Tidied up: ${counted(removed, 'entry', 'entries')} fewer`,
      },
      { onSuccess: onClose },
    )
  }

  return (
    <FormDialog
      onClose={onClose}
      title="Tidy up"
      submit={steps.length > 0 && proof.isSameSet && 'Tidy up'}
      isBusy={starting.isPending}
      onSubmit={go}
    >
      {starting.error && <NotSaved error={starting.error} title="Not started." named kept="" />}
      <div className="stack gap-12">
        <Checkbox
          label="Merge overlapping entries"
          checked={mergeOverlapping}
          onChange={(event) => setOverlapping(event.currentTarget.checked)}
        />
        <Checkbox label="Merge adjacent entries" checked={mergeAdjacent} onChange={(event) => setAdjacent(event.currentTarget.checked)} />
      </div>
      {copies > 0 && (
        <Banner tone="info">
          {counted(copies, 'duplicate entry stays', 'duplicate entries stay')}: {serviceName()} might unban all copies at once.
        </Banner>
      )}
      {steps.length === 0 ? (
        <div>There is nothing to tidy up.</div>
      ) : (
        <>
          <div>
            <table className="table table-figures">
              <thead>
                <tr>
                  <th scope="col">
                    <span className="visually-hidden">What</span>
                  </th>
                  <th scope="col">Before</th>
                  <th scope="col">After</th>
                </tr>
              </thead>
              <tbody>
                <tr>
                  <th scope="row">Entries</th>
                  <td>{count(proof.entriesBefore)}</td>
                  <td>{count(proof.entriesAfter)}</td>
                </tr>
                <tr>
                  <th scope="row">Banned addresses</th>
                  <td>{count(proof.addressesBefore)}</td>
                  <td>{count(proof.addressesAfter)}</td>
                </tr>
              </tbody>
            </table>
            <p className="row fz-help mt-8">
              <Icon name={proof.isSameSet ? 'done' : 'error'} className={proof.isSameSet ? 'ok' : 'bad'} />
              {proof.isSameSet
                ? 'Exactly the same addresses are banned before, after and at every moment in between.'
                : 'These are not the same addresses.'}
            </p>
          </div>
          <StepList steps={steps} />
        </>
      )}
    </FormDialog>
  )
}
