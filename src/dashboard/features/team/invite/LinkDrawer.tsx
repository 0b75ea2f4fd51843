import { Button, Drawer, TextInput } from '@mantine/core'
import { invitationHours, type Invitation } from '#contract/workspace/people.ts'
import { roles } from '#contract/workspace/rights.ts'
import drawer from '#dashboard/platform/saving/FormDrawer.module.css'
import { useSession } from '#dashboard/platform/session/session.ts'
import { to } from '#dashboard/platform/to.ts'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { CopyTextButton } from '#dashboard/ui/form/CopyTextButton.tsx'
import { dayAndTime } from '#dashboard/ui/format/time.tsx'
import { TruncatedText } from '#dashboard/ui/overlay/TruncatedText.tsx'
import { chatsInBrief, type ChatNames } from '../people/grant-words.ts'
import { useShownOnce } from '../use-shown-once.ts'
import classes from './LinkDrawer.module.css'

interface LinkDrawerProps {
  invitation: Invitation
  secret: string
  names: ChatNames
  onRevoke: (invitation: Invitation, onRevoked: () => void) => void
  onClose: () => void
}

/** The link of an invitation, the only time that it is shown. Closing before it was copied asks. */
export function LinkDrawer({ invitation, secret, names, onRevoke, onClose }: LinkDrawerProps) {
  const { name, role, chats, expires, invitedBy } = invitation
  const { signIn } = useSession()
  // In the fragment, which no server sees.
  const link = `${signIn?.origin ?? location.origin}${to.join(secret)}`
  const { close, onCopied } = useShownOnce({
    title: 'Close without copying the link?',
    body: 'It is shown only this once. Later you can create a new link from the list of people.',
    onClose,
  })

  return (
    <Drawer
      opened
      onClose={close}
      title={<TruncatedText text={`Invitation for ${name}`} lines={2} />}
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ header: drawer.header!, body: drawer.body!, content: drawer.content! }}
    >
      <div className={drawer.form}>
        <div className={drawer.fields}>
          <Banner>
            <b>This link is shown once.</b> Copy it and send it to {name} yourself. Anyone who opens it can register as this person.
          </Banner>
          <div>
            <div className={classes.link}>
              {/* It is cut: the secret is not for looking at. */}
              <TextInput label="One-time link" value={link} readOnly className="grow" onFocus={(event) => event.currentTarget.select()} />
              <CopyTextButton variant="filled" label="Copy link" text={link} isFocused onCopied={onCopied} />
            </div>
            <p className="help mt-4">Only a hash of it is stored, so nobody can look it up later.</p>
          </div>
          <dl className={classes.facts}>
            <div>
              <dt>Role</dt>
              <dd>{roles[role].label}</dd>
            </div>
            <div>
              <dt>Chats</dt>
              <dd className="outside">{chatsInBrief(role, chats, names)}</dd>
            </div>
            <div>
              <dt>Works until</dt>
              <dd>
                <span className="num">{dayAndTime(expires)}</span> <span className="help">{invitationHours} h, once</span>
              </dd>
            </div>
            {invitedBy && (
              <div>
                <dt>Created by</dt>
                <dd className="outside">{invitedBy}</dd>
              </div>
            )}
          </dl>
          <p className="help">
            When {name} opens the link, the page asks for a passkey and shows ten recovery codes. Until then the invitation is listed under
            pending invitations.
          </p>
        </div>
        <footer className={drawer.bar}>
          <Button c="red" onClick={() => onRevoke(invitation, onClose)}>
            Revoke link…
          </Button>
          <Button ml="auto" onClick={close}>
            Done
          </Button>
        </footer>
      </div>
    </Drawer>
  )
}
