import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { serviceNameFirst } from '#contract/provider-names.ts'
import type { Standing } from '#contract/gateway/standing-access.ts'
import { gatewayQuery } from '#dashboard/platform/api/gateway-query.ts'
import { refetchEvery } from '#dashboard/platform/api/query.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { Button, PlainLinkButton } from '#dashboard/ui/form/Button.tsx'
import { count } from '#dashboard/ui/format/numbers.ts'
import { OverlayFallback } from '#dashboard/ui/overlay/OverlayFallback.tsx'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import classes from './background.module.css'
import { useTurning } from './use-turning.tsx'
import { perMinute } from './view.ts'

const BackgroundDrawer = lazyPart(async () => (await import('./BackgroundDrawer.tsx')).BackgroundDrawer)

/** How soon the line shows what another person or the worker did. */
const refreshEveryMs = 10_000
const standingQuery = { ...gatewayQuery('standingRead', {}), refetchInterval: refetchEvery(refreshEveryMs) }

/** Whether Roomkeeper acts while nobody is signed in, in the head of each page of Automation. For whoever may see it. */
export function BackgroundAccess() {
  const maySee = useMay()('standing.read')
  const reading = useQuery({ ...standingQuery, enabled: maySee })
  const [query, setQuery] = useSearchParams()
  // Beside the parameters of the page, which stay as they are. Opening adds a history entry, so that Back closes the drawer.
  const show = (isOpen: boolean) =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before)
        if (isOpen) next.set('background', '')
        else next.delete('background')
        return next
      },
      { replace: !isOpen, preventScrollReset: true },
    )
  if (!maySee) return null
  const standing = reading.data?.data
  return (
    <>
      {standing ? (
        <Line standing={standing} onDetails={() => show(true)} />
      ) : (
        reading.error && (
          <span className="help row gap-4">
            Background access could not be read. <PlainLinkButton onClick={() => void reading.refetch()}>Try again</PlainLinkButton>
          </span>
        )
      )}
      <Suspense fallback={<OverlayFallback />}>
        {query.has('background') && <BackgroundDrawer reading={reading} onClose={() => show(false)} />}
      </Suspense>
    </>
  )
}

function Line({ standing, onDetails }: { standing: Standing; onDetails: () => void }) {
  const { on, requests, budget, at } = standing
  const mayTurn = useMay()('standing.write')
  const { turnOn, turnOff, isPending, dialog } = useTurning(standing)
  const state = on === null ? 'off' : on.isTokenRejected ? 'rejected' : 'on'
  const sign =
    state === 'on' ? (
      <i className={classes.dot} />
    ) : (
      <Icon name={state === 'off' ? 'warning' : 'error'} size={14} className={tones[state]} />
    )
  return (
    <section aria-label="Background access" className={classes.line}>
      <span className={`help row ${classes.words}`}>
        {sign}
        {state === 'rejected' ? (
          <span className="bad cut">
            {serviceNameFirst()} rejected the account token<span className={classes.lead}>: nothing runs in the background</span>
          </span>
        ) : (
          <span className="nowrap">
            <span className={classes.lead}>Runs while nobody is signed in: </span>
            <b className={`medium ${state === 'on' ? 'ink' : 'warn'}`}>{state}</b>
          </span>
        )}
        {state === 'on' && (
          <span className={`nowrap ${classes.requests}`}>
            <Dot />
            <b className="medium ink num">{count(perMinute(requests, at).at(-1)!.count)}</b> of {count(budget)} requests a minute
          </span>
        )}
        <span className="nowrap">
          <Dot />
          <PlainLinkButton onClick={onDetails}>Details</PlainLinkButton>
        </span>
        {mayTurn && state !== 'off' && (
          <span className="nowrap">
            <Dot />
            <PlainLinkButton disabled={isPending} onClick={turnOff}>
              Turn off
            </PlainLinkButton>
          </span>
        )}
        {mayTurn && state === 'off' && (
          <Button size="xs" loading={isPending} onClick={turnOn}>
            Turn on
          </Button>
        )}
      </span>
      <button
        type="button"
        className={`help ${classes.short}`}
        aria-label={`Background access: ${shortWords[state]}. Details`}
        onClick={onDetails}
      >
        {sign} {shortWords[state]}
      </button>
      {dialog}
    </section>
  )
}

const tones = { off: 'warn', rejected: 'bad' } as const
const shortWords = { on: 'On', off: 'Off', rejected: 'Rejected' } as const

const Dot = () => (
  <span aria-hidden className={classes.between}>
    ·
  </span>
)
