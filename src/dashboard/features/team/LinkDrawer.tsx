import { invitationHours, type Invitation } from '#contract/gateway/people.ts'
import { roles } from '#contract/gateway/rights.ts'
import { useSession } from '#dashboard/platform/session/session-state.ts'
import { to } from '#dashboard/platform/to.ts'
import { dayAndTime } from '#dashboard/ui/format/time.tsx'
import { chatsInBrief, type ChatNames } from './people/grant-words.ts'
import { SecretDrawer } from './SecretDrawer.tsx'

interface LinkDrawerProps {
  invitation: Invitation
  secret: string
  names: ChatNames
  onRevoke: (invitation: Invitation, onRevoked: () => void) => void
  onClose: () => void
}

/** The link of an invitation. */
export function LinkDrawer({ invitation, secret, names, onRevoke, onClose }: LinkDrawerProps) {
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
      copyLabel="Copy link"
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
      onRevoke={() => onRevoke(invitation, onClose)}
      unsaved={{
        title: 'Close without copying the link?',
        body: 'It is shown only this once. Later you can create a new link from the list of people.',
      }}
      onClose={onClose}
    />
  )
}
