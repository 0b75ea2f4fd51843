import { Button } from '@mantine/core'
import { recoveryCodeCount } from '#contract/workspace/own-access.ts'
import type { PersonDetails } from '#contract/workspace/people.ts'
import { confirm } from '#dashboard/platform/api/confirm.tsx'
import { refreshWorkspace, useWorkspaceAction } from '#dashboard/platform/api/workspace-query.ts'
import { usePerson } from '#dashboard/platform/session/rights.ts'
import { count, plural } from '#dashboard/ui/format/numbers.ts'
import { ago, day, useNow } from '#dashboard/ui/format/time.tsx'
import { toast } from '#dashboard/ui/feedback/toast.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { leaveIfSignedOut } from '../people/use-team-actions.tsx'
import classes from './PersonDrawer.module.css'

/** The passkeys of a person. Whoever lost a device is kept out by removing its passkey. */
export function Passkeys({ details }: { details: PersonDetails }) {
  const { id: personId, name, passkeyList, recoveryCodesLeft } = details
  const now = useNow()
  const me = usePerson()
  const removing = useWorkspaceAction('passkeyRemove', (send, passkeyId: string) =>
    send('passkeyRemove', { params: { personId, passkeyId } }),
  )
  const remove = (passkey: (typeof passkeyList)[number]) =>
    confirm({
      title: `Remove the passkey ${passkey.name}?`,
      body: (
        <>
          <p>{name} can no longer sign in with it, and is signed out everywhere.</p>
          {passkeyList.length === 1 && <p>It is the only passkey. After that, only a recovery code or a new invitation lets {name} in.</p>}
        </>
      ),
      confirmLabel: 'Remove passkey',
      danger: true,
      run: async () => {
        await removing.mutateAsync(passkey.id)
        toast('The passkey was removed')
        if (personId === me?.id) return leaveIfSignedOut()
        await refreshWorkspace('personRead', 'teamRead')
      },
    })
  return (
    <section aria-labelledby="passkeys">
      <h3 className="list-heading" id="passkeys">
        <span>Passkeys</span> <span className="num">{count(passkeyList.length)}</span>
      </h3>
      <ul>
        {passkeyList.map((passkey) => (
          <li key={passkey.id} className={classes.row}>
            <Icon name="key" className="quiet" />
            <div className="grow">
              <p className="outside">{passkey.name}</p>
              <p className="meta">
                Added {day(passkey.added)} · {passkey.lastUsed === null ? 'not used yet' : `last used ${ago(passkey.lastUsed, now)}`}
              </p>
            </div>
            <Button size="xs" c="red" aria-label={`Remove the passkey ${passkey.name}`} onClick={() => remove(passkey)}>
              Remove
            </Button>
          </li>
        ))}
      </ul>
      <p className={classes.codes}>
        {plural(recoveryCodesLeft, '{count} of {all} recovery codes left', '{count} of {all} recovery codes left', {
          all: String(recoveryCodeCount),
        })}
      </p>
    </section>
  )
}
