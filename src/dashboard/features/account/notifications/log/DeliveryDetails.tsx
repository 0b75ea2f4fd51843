import { Button } from '#dashboard/ui/form/Button.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Output } from '#contract/endpoint.ts'
import type { notificationDeliveries } from '#contract/gateway/notification-deliveries.ts'
import { refetchEvery } from '#dashboard/platform/api/query.ts'
import { refreshGateway, useGatewayAction, gatewayQuery } from '#dashboard/platform/api/gateway-query.ts'
import { LoadError, StaleNotice } from '#dashboard/ui/feedback/notices.tsx'
import { nowMs } from '#dashboard/ui/format/clocks.ts'
import { clock, whenText } from '#dashboard/ui/format/time.tsx'
import { Fact, KeyValue } from '#dashboard/ui/page/KeyValue.tsx'
import { durationText } from '../words.tsx'
import classes from '../notifications.module.css'
import { Loading } from '#dashboard/ui/feedback/Loaded.tsx'

type Details = Output<typeof notificationDeliveries.notificationDeliveryRead>['data']

/** Refresh quickly while a try is due; otherwise the next try is minutes away. */
const soonMs = 2000
const laterMs = 15_000

interface DeliveryDetailsProps {
  id: string
  /** Milliseconds. */
  now: number
  canWrite: boolean
}

/** The tries of a delivery, and its actions. */
export function DeliveryDetails({ id, now, canWrite }: DeliveryDetailsProps) {
  const reading = useQuery({
    ...gatewayQuery('notificationDeliveryRead', { params: { deliveryId: id } }),
    refetchInterval: (query) => {
      const due = query.state.data?.data.due ?? null
      return refetchEvery(due === null ? false : due <= nowMs() ? soonMs : laterMs)(query)
    },
  })
  const details = reading.data?.data
  if (!details) return reading.error ? <LoadError what="This delivery" reading={reading} /> : <Loading what="the tries" />
  return (
    <div className={classes.details}>
      <StaleNotice what="This delivery" reading={reading} />
      <Tries details={details} now={now} />
      <About details={details} canWrite={canWrite} />
    </div>
  )
}

function Tries({ details: { triesMade, due, state, tries }, now }: { details: Details; now: number }) {
  return (
    <ol className="num" aria-label="Tries">
      {triesMade.map(({ number, at, isDelivered, status, error, answer, ms }) => (
        <li key={number} className={`overline ${classes.try}`}>
          <span className="quiet">Try {number}</span>
          <time dateTime={new Date(at).toISOString()}>{clock(at)}</time>
          <span className="outside">
            {status !== null && <b className={isDelivered ? 'ok' : 'bad'}>{status}</b>} {error || answer}
          </span>
          <span className="quiet at-end">{durationText(ms)}</span>
        </li>
      ))}
      {state === 'waiting' && due !== null && (
        <li className="help overline">
          Try {tries + 1} {due <= now ? 'is due now' : `at ${whenText(due, now)}`}
        </li>
      )}
      {state === 'skipped' && <li className="help overline">Skipped: it is not tried again</li>}
    </ol>
  )
}

function About({ details, canWrite }: { details: Details; canWrite: boolean }) {
  const { id, address, body, state } = details
  const [showsBody, setShowsBody] = useState(false)
  const params = { deliveryId: id }
  const refresh = () => refreshGateway('notificationDeliveryRead', 'notificationDeliveryList', 'notificationsRead')
  const retry = useGatewayAction('notificationDeliveryRetry', (send) => send('notificationDeliveryRetry', { params }).finally(refresh), {
    isBare: true,
  })
  const skip = useGatewayAction('notificationDeliverySkip', (send) => send('notificationDeliverySkip', { params }).finally(refresh), {
    isBare: true,
  })
  const isBusy = retry.isPending || skip.isPending
  const canRetry = state === 'waiting' || state === 'failed' || state === 'skipped'
  return (
    <div className="stack">
      <KeyValue>
        {address !== '' && (
          <Fact name="Address" className="outside">
            {address}
          </Fact>
        )}
        <Fact name="Id" className="code">
          {id}
        </Fact>
      </KeyValue>
      <div className="row wrap">
        {canWrite && canRetry && (
          <Button size="xs" icon="repeat" loading={retry.isPending} disabled={isBusy} onClick={() => retry.mutate()}>
            Try now
          </Button>
        )}
        <Button size="xs" variant="subtle" aria-expanded={showsBody} onClick={() => setShowsBody(!showsBody)}>
          {showsBody ? 'Hide body' : 'Show body'}
        </Button>
        {canWrite && state === 'waiting' && (
          <Button size="xs" variant="subtle" loading={skip.isPending} disabled={isBusy} onClick={() => skip.mutate()}>
            Skip
          </Button>
        )}
      </div>
      {showsBody && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reached by keyboard
        <pre className={`outside code ${classes.body}`} tabIndex={0} aria-label="Body">
          {body}
        </pre>
      )}
    </div>
  )
}
