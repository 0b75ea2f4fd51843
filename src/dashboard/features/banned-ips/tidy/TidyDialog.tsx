import { Button, Checkbox, Group, Modal, Stack } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { Chat } from '#contract/chats.ts'
import { Icon } from '#dashboard/ui/theme/more-icons.tsx'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { startChanges } from '../bans-job.ts'
import { planTidy } from '../ranges/tidy.ts'
import type { BanList } from '../read.ts'
import { StepList } from './StepList.tsx'

/** Fewer entries for the same addresses, with the proof that they are the same. */
export function TidyDialog({ chat, list, onClose }: { chat: Chat; list: BanList; onClose: () => void }) {
  const [mergeAdjacent, setAdjacent] = useState(true)
  const [mergeOverlapping, setOverlapping] = useState(true)
  const [failed, setFailed] = useState(false)
  const { steps, proof, findings } = useMemo(
    () => planTidy(list.entries, { mergeAdjacent, mergeOverlapping }),
    [list, mergeAdjacent, mergeOverlapping],
  )
  const copies = findings.filter(({ kind, isPlanned }) => kind === 'duplicate' && !isPlanned).length

  async function go() {
    if (steps.length === 0) return
    try {
      const gone = proof.entriesBefore - proof.entriesAfter
      await startChanges({
        plans: [{ chatId: chat.id, place: chat.name, steps, frees: [] }],
        title: 'Tidying up the bans',
        done: `Tidied up: ${counted(gone, 'entry', 'entries')} less`,
      })
      onClose()
    } catch {
      setFailed(true)
    }
  }

  return (
    <Modal opened onClose={onClose} title="Tidy up">
      <Stack gap="lg">
        {failed && <Banner tone="bad">Nothing was changed: this browser cannot keep the list of steps.</Banner>}
        <Stack gap="sm">
          <Checkbox
            label="Join entries that overlap"
            checked={mergeOverlapping}
            onChange={(event) => setOverlapping(event.currentTarget.checked)}
          />
          <Checkbox
            label="Join entries that touch"
            checked={mergeAdjacent}
            onChange={(event) => setAdjacent(event.currentTarget.checked)}
          />
        </Stack>
        {copies > 0 && (
          <Banner tone="info">
            {counted(copies, 'copy of an entry stays', 'copies of entries stay')}: the service might lift all copies at once.
          </Banner>
        )}
        {steps.length === 0 ? (
          <div>There is nothing to tidy.</div>
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
                  ? 'The very same addresses are banned before and after, and at every moment between.'
                  : 'These are not the same addresses.'}
              </p>
            </div>
            <StepList steps={steps} />
          </>
        )}
        <Group justify="flex-end" gap="sm">
          <Button data-autofocus onClick={onClose}>
            Cancel
          </Button>
          {steps.length > 0 && proof.isSameSet && (
            <Button variant="filled" onClick={() => void go()}>
              Tidy up
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}
