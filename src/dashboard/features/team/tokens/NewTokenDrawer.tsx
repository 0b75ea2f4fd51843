import { roles } from '#contract/gateway/rights.ts'
import type { ScopedToken } from '#contract/gateway/scoped-tokens.ts'
import { useSession } from '#dashboard/platform/session/session-state.ts'
import { dayAndTime } from '#dashboard/ui/format/time.tsx'
import { chatsInBrief, type ChatNames } from '../people/grant-words.ts'
import { SecretDrawer } from '../SecretDrawer.tsx'
import type { RevokeToken } from './use-token-actions.ts'

interface NewTokenDrawerProps {
  token: ScopedToken
  secret: string
  names: ChatNames
  onRevoke: RevokeToken
  onClose: () => void
}

/** A token that was just created. */
export function NewTokenDrawer({ token, secret, names, onRevoke, onClose }: NewTokenDrawerProps) {
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
      copyLabel="Copy token"
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
      onRevoke={() => onRevoke(token, onClose)}
      unsaved={{
        title: 'Close without copying the token?',
        body: 'It is shown only this once. Without a copy, revoke it and create another one.',
      }}
      onClose={onClose}
    />
  )
}
