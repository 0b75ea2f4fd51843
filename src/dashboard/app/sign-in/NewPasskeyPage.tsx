import { PlainLinkButton } from '#dashboard/ui/form/Button.tsx'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { askToSignOut } from '#dashboard/app/shell/ask-to-sign-out.tsx'
import { ConfirmHost } from '#dashboard/platform/api/confirm.tsx'
import { useGatewayAction } from '#dashboard/platform/api/gateway-query.ts'
import { registerPasskey } from '#dashboard/platform/session/passkeys.ts'
import { loadSession } from '#dashboard/platform/session/session.ts'
import { useSessionState } from '#dashboard/platform/session/session-state.ts'
import { localPath } from '#dashboard/platform/to.ts'
import { PasskeyNameForm } from './PasskeyNameForm.tsx'
import { Below, SignInFrame } from './SignInFrame.tsx'

/** The only page of a session that began with a recovery code, until a passkey is registered. */
export function NewPasskeyPage() {
  const { session } = useSessionState()
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const create = useGatewayAction('myPasskeyCreate', registerPasskey)
  return (
    <SignInFrame
      title="Register a new passkey"
      lead="You signed in with a recovery code, which is now used."
      foot="Passkeys stay on your device. Roomkeeper stores only their public half."
      below={<Below title="Lost a device?">Remove its passkey under “My passkeys” once you are in.</Below>}
    >
      <div className="stack gap-16">
        <p className="help">Your device asks for your fingerprint, your face or a PIN.</p>
        <PasskeyNameForm
          origin={session?.signIn?.origin ?? location.origin}
          onCreate={async (name) => {
            await create.mutateAsync(name)
            await loadSession()
            void navigate(localPath(query.get('next')), { replace: true })
          }}
        />
        <span>
          <PlainLinkButton onClick={() => void askToSignOut()}>Sign out</PlainLinkButton>
        </span>
      </div>
      <ConfirmHost />
    </SignInFrame>
  )
}
