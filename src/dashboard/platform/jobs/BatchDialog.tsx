import { Button, Modal, Progress, Stack } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { Failure } from '#contract/client.ts'
import { freshTokenCode } from '#contract/session.ts'
import { useAction } from '#dashboard/platform/api/actions.ts'
import { call } from '#dashboard/platform/session/session.ts'
import type { AnyBatch } from './batch.tsx'
import { createRequestScheduler, wait } from '#engine/jobs/request-scheduler.ts'
import classes from './batch.module.css'
import { errorMessage, isEffectUnknown } from '#dashboard/ui/feedback/error-messages.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { FailedChange } from '#dashboard/platform/saving/change-notes.tsx'
import { count } from '#dashboard/ui/format/numbers.ts'
import { DialogFoot } from '#dashboard/ui/form/DialogFoot.tsx'

/** How long the rest waits while nothing gets through. */
const patienceMs = 8000

type Outcome = 'done' | { error: unknown }

const lacksToken = (outcome: Outcome) => outcome !== 'done' && outcome.error instanceof Failure && outcome.error.code === freshTokenCode

export function BatchDialog({ batch, onClose }: { batch: AnyBatch; onClose: () => void }) {
  const { title, items, idOf, nameOf, writes, each, onEnd } = batch
  const [outcomes, setOutcomes] = useState<Outcome[]>([])
  const [heldBy, setHeldBy] = useState<Failure | null>(null)
  const [stop] = useState(() => new AbortController())
  const { mutate, isSuccess: ended } = useAction(writes, async (send) => {
    const results: Outcome[] = []
    const record = (outcome: Outcome) => {
      results.push(outcome)
      setOutcomes([...results])
      // Whoever does not enter the token once is not asked again for each item.
      if (lacksToken(outcome)) stop.abort()
    }
    const scheduler = createRequestScheduler({
      signal: stop.signal,
      pausePoint: () => Promise.resolve(),
      probe: (signal) => call('accountRead', {}, { signal }),
      patienceMs,
      onHeld: setHeldBy,
      wait,
      random: Math.random,
      maxInFlight: 1,
    })
    const change = async (item: unknown) => {
      try {
        await each(send, item)
        record('done')
      } catch (error) {
        record({ error })
        throw error
      }
    }
    // Where nothing gets through any more, the rest is not tried.
    await scheduler.forEach(items, (item) => scheduler.send(() => change(item), 0)).catch(() => {})
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
              <dt className="meta">{ended ? 'Not tried' : 'Remaining'}</dt>
              <dd className="strong num">{count(items.length - outcomes.length)}</dd>
            </div>
          </dl>
          {heldBy && !ended && <p>{`${errorMessage(heldBy).cause}. Waiting…`}</p>}
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
        <DialogFoot>
          {ended ? (
            <Button data-autofocus onClick={onClose}>
              Close
            </Button>
          ) : (
            <Button data-autofocus leftSection={<Icon name="stop" size={14} />} onClick={() => stop.abort()}>
              Stop
            </Button>
          )}
        </DialogFoot>
      </Stack>
    </Modal>
  )
}

function OutcomeIcon({ outcome }: { outcome: Outcome }) {
  if (outcome === 'done') return <Icon name="done" className="ok" />
  return isEffectUnknown(outcome.error) ? <Icon name="warning" className="warn" /> : <Icon name="error" className="bad" />
}
