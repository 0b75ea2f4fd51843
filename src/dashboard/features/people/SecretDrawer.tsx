import { Button } from '#dashboard/ui/form/Button.tsx'
import { TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { confirm } from '#dashboard/platform/api/confirm.tsx'
import { useOpenWork } from '#dashboard/platform/saving/open-work.ts'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { BarDrawer, barDrawer } from '#dashboard/ui/overlay/BarDrawer.tsx'
import { Fact, KeyValue } from '#dashboard/ui/page/KeyValue.tsx'
import classes from './team.module.css'
import { type Invitation, invitationHours } from '#contract/gateway/people.ts'
import { roles } from '#contract/gateway/rights.ts'
import { useSession } from '#dashboard/platform/session/session-state.ts'
import { to } from '#dashboard/platform/to.ts'
import { dayAndTime } from '#dashboard/ui/format/time.tsx'
import { type ChatNames, chatsInBrief } from './people/grant-words.ts'
import type { ScopedToken } from '#contract/gateway/scoped-tokens.ts'
import { revokeInvitation, revokeToken } from './team-actions.tsx'
import { CopyTextButton } from '#dashboard/ui/form/CopyButton.tsx'

interface SecretDrawerProps {
  title: string
  /** What somebody can do who has it. */
  warning: ReactNode
  /** Names it, such as “One-time link”. */
  label: string
  noun: 'link' | 'token'
  secret: string
  facts: { label: string; value: ReactNode }[]
  /** What comes next. */
  help: ReactNode
  revokeLabel: string
  onRevoke: () => void
  /** What somebody is told who closes before they copied it. */
  unsaved: string
  onClose: () => void
}

/** A secret, the only time that it is shown. Leaving before it was copied asks. */
function SecretDrawer({ title, warning, label, noun, secret, facts, help, unsaved, ...actions }: SecretDrawerProps) {
  const { revokeLabel, onRevoke, onClose } = actions
  const [isCopied, setCopied] = useState(false)

  useOpenWork(isCopied ? null : label)

  const question = { title: `Close without copying the ${noun}?`, body: unsaved, confirmLabel: 'Close', danger: true }
  const close = () => (isCopied ? onClose() : confirm({ ...question, run: async () => onClose() }))

  return (
    <BarDrawer title={title} onClose={close}>
      <div className={barDrawer.column}>
        <div className={barDrawer.fields}>
          <Banner>{warning}</Banner>
          <div>
            <div className={`row wrap ${classes.secret}`}>
              {/* It may be cut off: a secret is copied, not read. */}
              <TextInput label={label} value={secret} readOnly className="grow" onFocus={(event) => event.currentTarget.select()} />
              <CopyTextButton variant="filled" label={`Copy ${noun}`} text={secret} isFocused onCopied={() => setCopied(true)} />
            </div>
            <p className="help mt-4">Only a hash of it is stored, so nobody can look it up later.</p>
          </div>
          <KeyValue>
            {facts.map(({ label: name, value }) => (
              <Fact key={name} name={name} className="outside">
                {value}
              </Fact>
            ))}
          </KeyValue>
          <p className="help">{help}</p>
        </div>
        <footer className={barDrawer.bar}>
          <Button tone="danger" onClick={onRevoke}>
            {revokeLabel}
          </Button>
          <Button className="push" onClick={close}>
            Done
          </Button>
        </footer>
      </div>
    </BarDrawer>
  )
}

interface LinkDrawerProps {
  invitation: Invitation
  secret: string
  names: ChatNames
  onClose: () => void
}

/** The link of an invitation. */
export function LinkDrawer({ invitation, secret, names, onClose }: LinkDrawerProps) {
  const { name, role, chats, expires, invitedBy } = invitation
  const { signIn } = useSession()
  const validity = (
    <>
      <span className="num">{dayAndTime(expires)}</span> <span className="help">{invitationHours} h, once</span>
    </>
  )
  return (
    <SecretDrawer
      title={`Invitation for ${name}`}
      warning={
        <>
          <b>This link is shown once.</b> Copy it and send it to {name} yourself. Anyone who opens it can register as this person.
        </>
      }
      label="One-time link"
      noun="link"
      // In the fragment, which no server sees.
      secret={`${signIn?.origin ?? location.origin}${to.join(secret)}`}
      facts={[
        { label: 'Role', value: roles[role].label },
        { label: 'Chats', value: chatsInBrief(role, chats, names) },
        { label: 'Works until', value: validity },
        ...(invitedBy ? [{ label: 'Created by', value: invitedBy }] : []),
      ]}
      help={`When ${name} opens the link, the page asks for a passkey and shows ten recovery codes. Until then the invitation is listed under pending invitations.`}
      revokeLabel="Revoke link…"
      onRevoke={() => revokeInvitation(invitation, onClose)}
      unsaved="It is shown only this once. Later you can create a new link from the list of people."
      onClose={onClose}
    />
  )
}

interface NewTokenDrawerProps {
  token: ScopedToken
  secret: string
  names: ChatNames
  onClose: () => void
}

/** A token that was just created. */
export function NewTokenDrawer({ token, secret, names, onClose }: NewTokenDrawerProps) {
  const { signIn } = useSession()
  return (
    <SecretDrawer
      title={`Token ${token.label}`}
      warning={
        <>
          <b>This token is shown once.</b> Copy it and keep it like a password. Anyone who has it can do what its role includes.
        </>
      }
      label="Token"
      noun="token"
      secret={secret}
      facts={[
        { label: 'Role', value: roles[token.role].label },
        { label: 'Chats', value: chatsInBrief(token.role, token.chats, names) },
        { label: 'Works until', value: <span className="num">{dayAndTime(token.expires)}</span> },
      ]}
      help={
        <>
          On the command line, set <span className="code">ROOMKEEPER_URL</span> to{' '}
          <span className="code">{signIn?.origin ?? location.origin}</span> and <span className="code">ROOMKEEPER_TOKEN</span> to the token,
          then run <span className="code">roomkeeper chats list</span>.
        </>
      }
      revokeLabel="Revoke…"
      onRevoke={() => revokeToken(token, onClose)}
      unsaved="It is shown only this once. Without a copy, revoke it and create another one."
      onClose={onClose}
    />
  )
}
