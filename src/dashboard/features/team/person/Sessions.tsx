import { Button } from '@mantine/core'
import type { PersonDetails } from '#contract/workspace/people.ts'
import { refreshWorkspace, useWorkspaceAction } from '#dashboard/platform/api/workspace-query.ts'
import { ago, useNow } from '#dashboard/ui/format/time.tsx'
import { toast } from '#dashboard/ui/feedback/toast.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import classes from './PersonDrawer.module.css'
import { count } from '#dashboard/ui/format/numbers.ts'

/** A session whose last request is at most this old is in use. */
const activeSeconds = 120

/** Where a person is signed in. */
export function Sessions({ details: { id: personId, sessions } }: { details: PersonDetails }) {
  const now = useNow()
  const end = useWorkspaceAction(
    'sessionEnd',
    async (send, sessionId: string) => {
      await send('sessionEnd', { params: { personId, sessionId } })
      toast('The session was ended')
      await refreshWorkspace('personRead', 'teamRead')
    },
    { isBare: true },
  )
  return (
    <section aria-labelledby="sessions">
      <h3 className="list-heading" id="sessions">
        <span>Sessions</span> <span className="num">{count(sessions.length)}</span>
      </h3>
      {sessions.length === 0 && <p className={classes.codes}>Not signed in anywhere.</p>}
      <ul>
        {sessions.map(({ id, device, address, signedIn, lastUsed, isThisOne }) => (
          <li key={id} className={classes.row}>
            <Icon name="monitor" className="quiet" />
            <div className="grow">
              <p>
                {device}{' '}
                {isThisOne ? (
                  <span className="meta">this session</span>
                ) : (
                  now - lastUsed <= activeSeconds && <span className="fz-meta medium ok">active now</span>
                )}
              </p>
              <p className="meta">
                <span className="code">{address}</span> · signed in {ago(signedIn, now)} · last used {ago(lastUsed, now)}
              </p>
            </div>
            {!isThisOne && (
              <Button
                size="xs"
                aria-label={`End the session: ${device}`}
                loading={end.isPending && end.variables === id}
                onClick={() => end.mutate(id)}
              >
                End
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
