import { to } from '#dashboard/platform/to.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { PasskeyList, SessionList } from '#dashboard/platform/session/AccessLists.tsx'
import { Button } from '#dashboard/ui/form/Button.tsx'
import { Drawer, Menu, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { recoveryCodeCount } from '#contract/gateway/own-access.ts'
import type { PersonDetails } from '#contract/gateway/people.ts'
import { askToSignOut } from '#dashboard/app/shell/ask-to-sign-out.tsx'
import { OtherAddress } from '#dashboard/app/sign-in/passkey-failure.tsx'
import { PasskeyNameForm } from '#dashboard/app/sign-in/PasskeyNameForm.tsx'
import { RecoveryCodes } from '#dashboard/app/sign-in/RecoveryCodes.tsx'
import { gatewayQuery, refreshGateway, useGatewayAction } from '#dashboard/platform/api/gateway-query.ts'
import { registerPasskey } from '#dashboard/platform/session/passkeys.ts'
import { useSession } from '#dashboard/platform/session/session-state.ts'
import { FailureBanner } from '#dashboard/ui/feedback/Banner.tsx'
import { Loaded } from '#dashboard/ui/feedback/Loaded.tsx'
import { toast } from '#dashboard/ui/feedback/toast.tsx'
import { FormDialog } from '#dashboard/ui/overlay/Dialog.tsx'
import { MenuItem } from '#dashboard/ui/overlay/MenuItem.tsx'

/** The person's own passkeys: another one for another device, and the removal of one that is lost. */
function MyPasskeys({ onClose }: { onClose: () => void }) {
  const [isAdding, setAdding] = useState(false)
  const { signIn } = useSession()
  const origin = signIn?.origin ?? location.origin
  const create = useGatewayAction('myPasskeyCreate', async (send, name: string) => {
    await registerPasskey(send, name)
    await refreshGateway('meRead')
  })
  const remove = useGatewayAction(
    'myPasskeyRemove',
    async (send, passkeyId: string) => {
      await send('myPasskeyRemove', { params: { passkeyId } })
      await refreshGateway('meRead')
    },
    { isBare: true },
  )
  return (
    <OwnDrawer title="My passkeys" onClose={onClose}>
      {({ passkeyList }) => (
        <div className="stack gap-16">
          <PasskeyList
            passkeys={passkeyList}
            onRemove={passkeyList.length > 1 ? ({ id }) => remove.mutate(id) : undefined}
            removing={remove.isPending ? remove.variables : undefined}
          />
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
            <Button icon="plus" onClick={() => setAdding(true)}>
              Add a passkey
            </Button>
          )}
        </div>
      )}
    </OwnDrawer>
  )
}

/** Where the person is signed in. Each session can be ended but the one that asks. */
function MySessions({ onClose }: { onClose: () => void }) {
  const end = useGatewayAction(
    'mySessionEnd',
    async (send, sessionId: string) => {
      await send('mySessionEnd', { params: { sessionId } })
      await refreshGateway('meRead')
    },
    { isBare: true },
  )
  return (
    <OwnDrawer title="My sessions" onClose={onClose}>
      {({ sessions }) => <SessionList sessions={sessions} onEnd={end.mutate} ending={end.isPending ? end.variables : undefined} />}
    </OwnDrawer>
  )
}

const parts = { passkeys: MyPasskeys, sessions: MySessions, codes: NewRecoveryCodes }
export type OwnPart = keyof typeof parts

/** What a person manages of their own access. */
export function OwnAccess({ part, onClose }: { part: OwnPart; onClose: () => void }) {
  const Part = parts[part]
  return <Part onClose={onClose} />
}

/** Makes new recovery codes and shows them once. It stays open until they are saved. */
function NewRecoveryCodes({ onClose }: { onClose: () => void }) {
  const { mutate, data, isPending, error } = useGatewayAction('myRecoveryCodesCreate', async (send) => {
    const answer = await send('myRecoveryCodesCreate', { body: {} })
    await refreshGateway('meRead')
    return answer.data.codes
  })
  if (data)
    return (
      <Modal opened onClose={onClose} closeOnEscape={false} closeOnClickOutside={false} title="Save your recovery codes">
        <RecoveryCodes codes={data} doneLabel="Done" size="sm" onDone={onClose} />
      </Modal>
    )
  return (
    <FormDialog title="Make new recovery codes?" submit="Make new codes" isBusy={isPending} onClose={onClose} onSubmit={() => mutate()}>
      <div>You get {recoveryCodeCount} new codes, each of which works once. Your old codes stop working at once.</div>
      {error !== null && <FailureBanner error={error} />}
    </FormDialog>
  )
}

interface OwnDrawerProps {
  title: string
  onClose: () => void
  children: (me: PersonDetails) => ReactNode
}

/** A drawer with what the gateway knows of the signed-in person. */
function OwnDrawer({ title, onClose, children }: OwnDrawerProps) {
  const reading = useQuery(gatewayQuery('meRead', {}))
  return (
    <Drawer opened onClose={onClose} title={title}>
      <Loaded what="This list" reading={reading} loadingClass="">
        {children}
      </Loaded>
    </Drawer>
  )
}

interface OwnItemsProps {
  /** Whoever signed in with the account's token has no passkey and no codes. */
  hasOwnAccess: boolean
  onOpen: (part: OwnPart) => void
  onLeaving: (isLeaving: boolean) => void
}

/** What a person manages of their own, as items of a menu. */
export function OwnItems({ hasOwnAccess, onOpen, onLeaving }: OwnItemsProps) {
  async function leave() {
    onLeaving(true)
    await askToSignOut()
    onLeaving(false)
  }
  return (
    <>
      {hasOwnAccess && (
        <>
          <MenuItem icon="key" label="My passkeys" onClick={() => onOpen('passkeys')} />
          <MenuItem icon="monitor" label="My sessions" onClick={() => onOpen('sessions')} />
          <MenuItem icon="refresh" label="New recovery codes…" onClick={() => onOpen('codes')} />
          <Menu.Item component={PageLink} to={to.notifications()} leftSection={<Icon name="bell" />}>
            My notifications
          </Menu.Item>
          <Menu.Divider />
        </>
      )}
      <MenuItem icon="signOut" label="Sign out" onClick={() => void leave()} />
    </>
  )
}
