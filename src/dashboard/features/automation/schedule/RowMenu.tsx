import { Menu } from '@mantine/core'
import { refreshGateway, useGatewayAction } from '#dashboard/platform/api/gateway-query.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { toast } from '#dashboard/ui/feedback/toast.tsx'
import { Button, IconButton } from '#dashboard/ui/form/Button.tsx'
import { ActionMenu } from '#dashboard/ui/overlay/ActionMenu.tsx'

/** @param canEndNow whether it can be carried out before its time */
export function RowMenu({ actionId, title, canEndNow = false }: { actionId: string; title: string; canEndNow?: boolean }) {
  const mayDecide = useMay()('standing.write')
  const { skip, runNow } = useDecisions(actionId)
  if (!mayDecide) return null
  const isBusy = skip.isPending || runNow.isPending
  return (
    <ActionMenu
      button={<IconButton icon="more" size="xs" disabled={isBusy} aria-label={`Actions for ${title}`} />}
      items={() => (
        <>
          {canEndNow && <Menu.Item onClick={() => runNow.mutate()}>End now</Menu.Item>}
          <Menu.Item onClick={() => skip.mutate()}>Skip this once</Menu.Item>
        </>
      )}
    />
  )
}

/** What can be done about an action that was missed. @param canRun whether background access is on */
export function MissedDecision({ actionId, title, canRun }: { actionId: string; title: string; canRun: boolean }) {
  const mayDecide = useMay()('standing.write')
  const { skip, runNow } = useDecisions(actionId)
  if (!mayDecide) return null
  const isBusy = skip.isPending || runNow.isPending
  return (
    <>
      {canRun && (
        <Button
          size="xs"
          disabled={isBusy}
          loading={runNow.isPending}
          aria-label={`Carry out now: ${title}`}
          onClick={() => runNow.mutate()}
        >
          Carry out now
        </Button>
      )}
      <Button size="xs" disabled={isBusy} loading={skip.isPending} aria-label={`Skip: ${title}`} onClick={() => skip.mutate()}>
        Skip
      </Button>
    </>
  )
}

/** Skipping a planned action, and carrying it out now. */
function useDecisions(actionId: string) {
  const params = { actionId }
  const refresh = () => refreshGateway('scheduleRead', 'standingRead', 'inboxList')
  const skip = useGatewayAction(
    'plannedSkip',
    async (send) => {
      await send('plannedSkip', { params }).finally(refresh)
      toast('Skipped')
    },
    { isBare: true },
  )
  const runNow = useGatewayAction('plannedRunNow', (send) => send('plannedRunNow', { params }).finally(refresh), { isBare: true })
  return { skip, runNow }
}
