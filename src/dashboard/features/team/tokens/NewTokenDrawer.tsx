import { Button, Drawer, TextInput } from '@mantine/core'
import { roles } from '#contract/workspace/rights.ts'
import type { ScopedToken } from '#contract/workspace/scoped-tokens.ts'
import drawer from '#dashboard/platform/saving/FormDrawer.module.css'
import { useSession } from '#dashboard/platform/session/session.ts'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { CopyTextButton } from '#dashboard/ui/form/CopyTextButton.tsx'
import { dayAndTime } from '#dashboard/ui/format/time.tsx'
import { TruncatedText } from '#dashboard/ui/overlay/TruncatedText.tsx'
import classes from '../invite/LinkDrawer.module.css'
import { chatsInBrief, type ChatNames } from '../people/grant-words.ts'
import { useShownOnce } from '../use-shown-once.ts'
import type { RevokeToken } from './use-token-actions.ts'

interface NewTokenDrawerProps {
  token: ScopedToken
  secret: string
  names: ChatNames
  onRevoke: RevokeToken
  onClose: () => void
}

/** A token, the only time that it is shown. Closing before it was copied asks. */
export function NewTokenDrawer({ token, secret, names, onRevoke, onClose }: NewTokenDrawerProps) {
  const { signIn } = useSession()
  const { close, onCopied } = useShownOnce({
    title: 'Close without copying the token?',
    body: 'It is shown only this once. Without a copy, revoke it and create another one.',
    onClose,
  })
  return (
    <Drawer
      opened
      onClose={close}
      title={<TruncatedText text={`Token ${token.label}`} lines={2} />}
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ header: drawer.header!, body: drawer.body!, content: drawer.content! }}
    >
      <div className={drawer.form}>
        <div className={drawer.fields}>
          <Banner>
            <b>This token is shown once.</b> Copy it and keep it like a password. Anyone who has it can do what its role includes.
          </Banner>
          <div>
            <div className={classes.link}>
              {/* It is cut: the secret is not for looking at. */}
              <TextInput label="Token" value={secret} readOnly className="grow" onFocus={(event) => event.currentTarget.select()} />
              <CopyTextButton variant="filled" label="Copy token" text={secret} isFocused onCopied={onCopied} />
            </div>
            <p className="help mt-4">Only a hash of it is stored, so nobody can look it up later.</p>
          </div>
          <dl className={classes.facts}>
            <div>
              <dt>Role</dt>
              <dd>{roles[token.role].label}</dd>
            </div>
            <div>
              <dt>Chats</dt>
              <dd className="outside">{chatsInBrief(token.role, token.chats, names)}</dd>
            </div>
            <div>
              <dt>Works until</dt>
              <dd className="num">{dayAndTime(token.expires)}</dd>
            </div>
          </dl>
          <p className="help">
            On the command line, set <span className="code">ROOMKEEPER_URL</span> to{' '}
            <span className="code">{signIn?.origin ?? location.origin}</span> and <span className="code">ROOMKEEPER_TOKEN</span> to the
            token, then run <span className="code">roomkeeper chats list</span>.
          </p>
        </div>
        <footer className={drawer.bar}>
          <Button c="red" onClick={() => onRevoke(token, onClose)}>
            Revoke…
          </Button>
          <Button ml="auto" onClick={close}>
            Done
          </Button>
        </footer>
      </div>
    </Drawer>
  )
}
