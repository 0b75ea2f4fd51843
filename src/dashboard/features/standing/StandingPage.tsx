import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { refetchEvery } from '#dashboard/platform/api/query.ts'
import { workspaceQuery, refreshWorkspace, useWorkspaceAction } from '#dashboard/platform/api/workspace-query.ts'
import { Loading } from '#dashboard/ui/feedback/Loading.tsx'
import { LoadError, StaleNotice, Hint } from '#dashboard/ui/feedback/notices.tsx'
import { Requests } from './Requests.tsx'
import { StandingAccess, useTurning } from './StandingAccess.tsx'
import classes from './StandingPage.module.css'
import type { LastAction, Standing, NextAction } from '#contract/workspace/standing-access.ts'
import { useSeesHistory, useMay } from '#dashboard/platform/session/rights.ts'
import { to } from '#dashboard/platform/to.ts'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { ActionRow } from './ActionRow.tsx'
import { outcomes } from './view.ts'
import { Button } from '@mantine/core'
import { serviceNameFirst } from '#contract/provider-names.ts'
import { useSession } from '#dashboard/platform/session/session.ts'
import { Badge } from '#dashboard/ui/feedback/Badge.tsx'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { whenText } from '#dashboard/ui/format/when.ts'
import { toast } from '#dashboard/ui/feedback/toast.tsx'

/** How soon an action that was carried out is seen. */
const refreshEveryMs = 10_000

const standingQuery = { ...workspaceQuery('standingRead', {}), refetchInterval: refetchEvery(refreshEveryMs) }

/** What Roomkeeper does for the account while nobody is signed in. @param head with the tabs */
export function StandingPage({ head }: { head: (actions: ReactNode) => ReactNode }) {
  const reading = useQuery(standingQuery)
  const standing = reading.data?.data
  return (
    <>
      <title>What runs on its own · Account · Roomkeeper</title>
      {head(null)}
      {standing && <StaleNotice what="What runs on its own" reading={reading} />}
      {standing?.on?.isTokenRejected && <TokenRejected />}
      {standing ? (
        <div className={classes.columns}>
          <div className={classes.column}>
            <NextActions standing={standing} />
            <LastActions standing={standing} />
          </div>
          <div className={classes.column}>
            <StandingAccess standing={standing} />
            <Requests standing={standing} />
            <WorkerState standing={standing} />
          </div>
        </div>
      ) : reading.error ? (
        <LoadError what="What runs on its own" error={reading.error} retry={reading.refetch} busy={reading.isFetching} />
      ) : (
        <Loading what="what runs on its own" />
      )}
    </>
  )
}

/** What was done, newest first. */
function LastActions({ standing: { last, at } }: { standing: Standing }) {
  const seesHistory = useSeesHistory()
  return (
    <section aria-labelledby="last-actions">
      <h2 className={classes.listHead} id="last-actions">
        Last{' '}
        {seesHistory && (
          <PageLink className="link" to={to.activity({ person: 'roomkeeper' })}>
            All changes in Activity
          </PageLink>
        )}
      </h2>
      {last.length === 0 ? (
        <p className={classes.empty}>Nothing has run on its own yet.</p>
      ) : (
        <ul className={classes.list}>
          {last.map((action) => (
            <ActionRow key={action.id} action={action} at={action.at} now={at}>
              <Outcome action={action} />
            </ActionRow>
          ))}
        </ul>
      )}
    </section>
  )
}

function Outcome({ action: { outcome, result } }: { action: LastAction }) {
  const { label, tone, icon } = outcomes[outcome]
  return (
    <span className={`inline-row ${tone === 'ok' ? '' : tone}`}>
      {icon && <Icon name={icon} size={14} className={tone} />}
      {result || label}
    </span>
  )
}

/** The service refuses the sealed token: nothing runs until there is another one. */
function TokenRejected() {
  const mayChange = useMay()('standing.write')
  const { team } = useSession()
  const turning = useTurning()
  const action = !mayChange ? null : team ? (
    <PageLink className="link" to={to.team()}>
      Replace the token
    </PageLink>
  ) : (
    <Button size="xs" loading={turning.isPending} onClick={() => turning.mutate(true)}>
      Use the token of this session
    </Button>
  )
  return (
    <Hint bad action={action}>
      <b>{serviceNameFirst()} rejected the account token.</b> Nothing runs on its own until{' '}
      {mayChange ? 'it is replaced.' : 'an Owner replaces it.'}
    </Hint>
  )
}

/** The gateway that does the work. */
function WorkerState({ standing: { worker, at } }: { standing: Standing }) {
  return (
    <section className={classes.part} aria-labelledby="worker">
      <div className="row wrap mb-6">
        <h2 className={classes.partHead} id="worker">
          Worker
        </h2>
        {worker?.isRunning ? (
          <span className={`tag medium ${classes.running}`}>
            <Icon name="check" size={12} /> Running
          </span>
        ) : (
          <Badge tone="warn" icon={<Icon name="warning" size={12} />}>
            {worker ? `No worker since ${whenText(worker.renewed, at)}` : 'None has run yet'}
          </Badge>
        )}
      </div>
      {worker && (
        <dl className={classes.facts}>
          <dt>{worker.isRunning ? 'On' : 'Last on'}</dt>
          <dd>
            <span className="outside">{worker.name}</span>{' '}
            <span className="help">
              since {whenText(worker.since, at)}
              {worker.others > 0 && `, ${counted(worker.others, 'other', 'others')} ready`}
            </span>
          </dd>
          <dt>Lease</dt>
          <dd className="num">
            renewed {count(Math.max(0, Math.round((at - worker.renewed) / 1000)))} s ago{' '}
            <span className="help">number {count(worker.number)}</span>
          </dd>
        </dl>
      )}
    </section>
  )
}

/** What is planned. What came too late is first, and asks. */
function NextActions({ standing: { next, on, at } }: { standing: Standing }) {
  const sorted = next.toSorted((a, b) => Number(b.state === 'late') - Number(a.state === 'late') || a.due - b.due)
  return (
    <section aria-labelledby="next-actions">
      <h2 className={classes.listHead} id="next-actions">
        Next <span className="num">{count(next.length)} planned</span>
      </h2>
      {next.length === 0 ? (
        <p className={classes.empty}>Nothing is planned. Presets with an end, opening hours and drift watch are listed here.</p>
      ) : (
        <ul className={classes.list}>
          {sorted.map((action) => (
            <ActionRow key={action.id} action={action} at={action.due} now={at}>
              <NextState action={action} isOn={on !== null && !on.isTokenRejected} />
            </ActionRow>
          ))}
        </ul>
      )}
    </section>
  )
}

function NextState({ action, isOn }: { action: NextAction; isOn: boolean }) {
  const { id, kind, state, title } = action
  const mayDecide = useMay()('standing.write')
  const params = { actionId: id }
  const refresh = () => refreshWorkspace('standingRead')
  const skip = useWorkspaceAction(
    'plannedSkip',
    async (send) => {
      await send('plannedSkip', { params }).finally(refresh)
      toast('The action was skipped')
    },
    { isBare: true },
  )
  const runNow = useWorkspaceAction('plannedRunNow', (send) => send('plannedRunNow', { params }).finally(refresh), { isBare: true })
  const busy = skip.isPending || runNow.isPending
  if (state === 'running') return <span className="help">Running…</span>
  const canRun = state === 'late' || kind === 'preset'
  const runLabel = state === 'late' ? 'Carry out now' : 'End now'
  return (
    <>
      {state === 'late' && (
        <Badge tone="warn" icon={<Icon name="warning" size={12} />}>
          Not carried out: too late
        </Badge>
      )}
      {mayDecide && canRun && isOn && (
        <Button size="xs" disabled={busy} loading={runNow.isPending} aria-label={`${runLabel}: ${title}`} onClick={() => runNow.mutate()}>
          {runLabel}
        </Button>
      )}
      {mayDecide && (
        <Button size="xs" disabled={busy} loading={skip.isPending} aria-label={`Skip: ${title}`} onClick={() => skip.mutate()}>
          Skip
        </Button>
      )}
    </>
  )
}
