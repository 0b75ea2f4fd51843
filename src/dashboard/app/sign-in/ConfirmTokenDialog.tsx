import { Button } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { Failure } from '#contract/client.ts'
import { freshTokenMinutes, type Session } from '#contract/session.ts'
import { confirmToken } from '#dashboard/platform/session/sign-in.ts'
import { readErrorMessage } from '#dashboard/ui/feedback/error-messages.ts'
import { fieldError } from '#dashboard/ui/form/form-errors.tsx'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { ConfirmFrame } from './ConfirmFrame.tsx'
import { refusedToken } from './refused-token.ts'
import { TokenField } from '#dashboard/ui/form/TokenField.tsx'

interface ConfirmTokenDialogProps {
  session: Session & { signedIn: true }
  /** Descriptions of the actions that continue afterwards. */
  confirming: string[]
}

/** Asks for the token again before an irreversible action. Cancel keeps the form and its text, and sends nothing. */
export function ConfirmTokenDialog({ session, confirming }: ConfirmTokenDialogProps) {
  // The demo account is opened without a token, so there is none to type.
  const isDemo = session.demo?.accountId === session.account.id
  const [token, setToken] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const isAboutToken = error instanceof Failure && ['signed-out', 'refused'].includes(error.kind)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    if (!isDemo && token.trim() === '') return setError(new Failure('refused', { reason: 'Enter the access token' }))
    setBusy(true)
    setError(null)
    try {
      await (isDemo ? confirmToken() : confirmToken(token))
    } catch (failure) {
      setError(failure)
      setBusy(false)
    }
  }

  return (
    <ConfirmFrame
      title="Confirm with the access token"
      lead={
        isDemo ? (
          'The demo account opens without a token, so a click is enough here.'
        ) : (
          <>
            Enter the access token of <b className="outside">{session.account.name || session.account.email}</b> once more. It holds for{' '}
            {freshTokenMinutes} minutes.
          </>
        )
      }
      confirming={confirming}
      isBusy={busy}
      hasField={!isDemo}
      action={
        <Button type="submit" form="confirm-token" variant="filled" loading={busy}>
          Continue
        </Button>
      }
    >
      {error !== null && !(isAboutToken && !isDemo) && (
        <Banner tone="bad">
          <b>{readErrorMessage(error).cause}.</b> {readErrorMessage(error).advice}
        </Banner>
      )}
      <form id="confirm-token" onSubmit={(event) => void submit(event)} noValidate>
        {!isDemo && (
          <TokenField
            data-autofocus
            value={token}
            onChange={(event) => setToken(event.currentTarget.value)}
            error={fieldError(isAboutToken ? refusedToken(error) : undefined)}
          />
        )}
      </form>
    </ConfirmFrame>
  )
}
