import { Button, Group, Modal, Progress, Stack } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Failure } from '#contract/client.ts'
import { freshTokenCode } from '#contract/session.ts'
import { useAction } from '#dashboard/platform/api/actions.ts'
import type { Running } from './batch.tsx'
import classes from './batch.module.css'
import { isEffectUnknown } from '#dashboard/ui/feedback/error-messages.ts'
import { Icon } from '#dashboard/ui/theme/more-icons.tsx'
import { FailedChange } from '#dashboard/platform/saving/change-notes.tsx'
import { count } from '#dashboard/ui/format/numbers.ts'

type Outcome = 'done' | { error: unknown }

const lacksToken = (outcome: Outcome) => outcome !== 'done' && outcome.error instanceof Failure && outcome.error.code === freshTokenCode

export function BatchDialog({ batch, onClose }: { batch: Running; onClose: () => void }) {
  const { title, items, idOf, nameOf, writes, each, onEnd } = batch
  const [outcomes, setOutcomes] = useState<Outcome[]>([])
  const stop = useRef(false)
  const { mutate, isSuccess: ended } = useAction(writes, async (send) => {
    const results: Outcome[] = []
    for (const item of items) {
      if (stop.current) break
      results.push(
        await each(send, item).then(
          (): Outcome => 'done',
          (error: unknown) => ({ error }),
        ),
      )
      setOutcomes([...results])
      // Who does not enter the token once is not asked for each of them.
      if (results.some(lacksToken)) break
    }
    const done = items.filter((_, index) => results[index] === 'done')
    onEnd(done)
    if (done.length === items.length) onClose()
  })
  const start = useEffectEvent(() => mutate())
  useEffect(() => start(), [])

  const done = outcomes.filter((outcome) => outcome === 'done').length
  const unknown = outcomes.filter((outcome) => outcome !== 'done' && isEffectUnknown(outcome.error)).length
  const refused = outcomes.length - done - unknown
  return (
    <Modal opened onClose={ended ? onClose : () => {}} closeOnClickOutside={ended} closeOnEscape={ended} title={title}>
      <Stack gap="lg">
        <Progress value={(outcomes.length / items.length) * 100} aria-label={title} />
        <div role="status">
          <dl className={classes.receipt}>
            <div>
              <dt className="meta">Done</dt>
              <dd className="strong num">{count(done)}</dd>
            </div>
            <div data-look={refused > 0 || undefined}>
              <dt className="meta">Not done</dt>
              <dd className="strong num">{count(refused)}</dd>
            </div>
            {unknown > 0 && (
              <div data-look>
                <dt className="meta">Not confirmed</dt>
                <dd className="strong num">{count(unknown)}</dd>
              </div>
            )}
            <div>
              <dt className="meta">{ended ? 'Not tried' : 'Still to do'}</dt>
              <dd className="strong num">{count(items.length - outcomes.length)}</dd>
            </div>
          </dl>
        </div>
        <ul className={classes.results}>
          {outcomes.map((outcome, index) => (
            <li key={idOf(items[index])}>
              <OutcomeIcon outcome={outcome} />
              <span className="outside">{nameOf(items[index])}</span>
              <span className="quiet">{outcome === 'done' ? 'done' : <FailedChange error={outcome.error} title="" />}</span>
            </li>
          ))}
        </ul>
        <Group justify="flex-end">
          {ended ? (
            <Button data-autofocus onClick={onClose}>
              Close
            </Button>
          ) : (
            <Button data-autofocus leftSection={<Icon name="stop" size={14} />} onClick={() => (stop.current = true)}>
              Stop
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}

function OutcomeIcon({ outcome }: { outcome: Outcome }) {
  if (outcome === 'done') return <Icon name="done" className="ok" />
  return isEffectUnknown(outcome.error) ? <Icon name="warning" className="warn" /> : <Icon name="error" className="bad" />
}
