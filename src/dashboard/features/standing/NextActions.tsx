import { Button } from '@mantine/core'
import type { NextAction, Standing } from '#contract/workspace/standing-access.ts'
import { refreshWorkspace, useWorkspaceAction } from '#dashboard/platform/api/workspace-query.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { Badge } from '#dashboard/ui/feedback/Badge.tsx'
import { toast } from '#dashboard/ui/feedback/toast.tsx'
import { count } from '#dashboard/ui/format/numbers.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { ActionRow } from './ActionRow.tsx'
import classes from './StandingPage.module.css'

/** What is planned. What came too late is first, and asks. */
export function NextActions({ standing: { next, on, at } }: { standing: Standing }) {
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
