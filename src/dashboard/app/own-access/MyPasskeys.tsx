import { Button } from '@mantine/core'
import { useState } from 'react'
import { PasskeyNameForm } from '#dashboard/app/sign-in/PasskeyNameForm.tsx'
import { OtherAddress } from '#dashboard/app/sign-in/OtherAddress.tsx'
import { refreshWorkspace, useWorkspaceAction } from '#dashboard/platform/api/workspace-query.ts'
import { createCredential } from '#dashboard/platform/session/passkeys.ts'
import { useSession } from '#dashboard/platform/session/session.ts'
import { Day } from '#dashboard/ui/format/time.tsx'
import { toast } from '#dashboard/ui/feedback/toast.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { OwnDrawer } from './OwnDrawer.tsx'
import classes from './OwnDrawer.module.css'

/** The person's own passkeys: another one for another device, and the removal of one that is lost. */
export function MyPasskeys({ onClose }: { onClose: () => void }) {
  const [isAdding, setAdding] = useState(false)
  const { signIn } = useSession()
  const origin = signIn?.origin ?? location.origin
  const create = useWorkspaceAction('myPasskeyCreate', async (send, name: string) => {
    const { data } = await send('myPasskeyOptions', { body: {} })
    await send('myPasskeyCreate', { body: { name, credential: await createCredential(data) } })
    await refreshWorkspace('meRead')
  })
  const remove = useWorkspaceAction(
    'myPasskeyRemove',
    async (send, passkeyId: string) => {
      await send('myPasskeyRemove', { params: { passkeyId } })
      await refreshWorkspace('meRead')
    },
    { isBare: true },
  )
  return (
    <OwnDrawer title="My passkeys" onClose={onClose}>
      {({ passkeyList }) => (
        <div className="stack gap-16">
          <ul aria-label="My passkeys">
            {passkeyList.map(({ id, name, added, lastUsed }) => (
              <li key={id} className={classes.item}>
                <Icon name="key" className="quiet" />
                <span className="grow shrinks">
                  <b className="medium outside">{name}</b>
                  <span className="help block">
                    Added <Day at={added} />
                    {lastUsed === null ? (
                      ', not used yet'
                    ) : (
                      <>
                        , last used <Day at={lastUsed} />
                      </>
                    )}
                  </span>
                </span>
                {passkeyList.length > 1 && (
                  <Button
                    size="xs"
                    c="red"
                    aria-label={`Remove ${name}`}
                    loading={remove.isPending && remove.variables === id}
                    onClick={() => remove.mutate(id)}
                  >
                    Remove
                  </Button>
                )}
              </li>
            ))}
          </ul>
          {passkeyList.length === 1 && <p className="help">Your only passkey can’t be removed. Add another one first.</p>}
          {origin !== location.origin ? (
            <OtherAddress origin={origin} />
          ) : isAdding ? (
            <PasskeyNameForm
              origin={origin}
              onCreate={async (name) => {
                await create.mutateAsync(name)
                setAdding(false)
                toast(`The passkey “${name}” was added`)
              }}
            />
          ) : (
            <Button leftSection={<Icon name="plus" size={14} />} onClick={() => setAdding(true)}>
              Add a passkey
            </Button>
          )}
        </div>
      )}
    </OwnDrawer>
  )
}
