import { Button } from '@mantine/core'
import { refreshWorkspace, useWorkspaceAction } from '#dashboard/platform/api/workspace-query.ts'
import { ago, useNow } from '#dashboard/ui/format/time.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { OwnDrawer } from './OwnDrawer.tsx'
import classes from './OwnDrawer.module.css'

/** Where the person is signed in. Each session can be ended but the one that asks. */
export function MySessions({ onClose }: { onClose: () => void }) {
  const now = useNow()
  const end = useWorkspaceAction(
    'mySessionEnd',
    async (send, sessionId: string) => {
      await send('mySessionEnd', { params: { sessionId } })
      await refreshWorkspace('meRead')
    },
    { isBare: true },
  )
  return (
    <OwnDrawer title="My sessions" onClose={onClose}>
      {({ sessions }) => (
        <ul aria-label="My sessions">
          {sessions.map(({ id, device, address, lastUsed, isThisOne }) => (
            <li key={id} className={classes.item}>
              <Icon name="monitor" className="quiet" />
              <span className="grow shrinks">
                <b className="medium">{device}</b>
                <span className="help block">
                  {isThisOne ? 'This browser' : `Last used ${ago(lastUsed, now)}`}
                  {address && `, ${address}`}
                </span>
              </span>
              {!isThisOne && (
                <Button
                  size="xs"
                  c="red"
                  aria-label={`End the session on ${device}`}
                  loading={end.isPending && end.variables === id}
                  onClick={() => end.mutate(id)}
                >
                  End
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </OwnDrawer>
  )
}
