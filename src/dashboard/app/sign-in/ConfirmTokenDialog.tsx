import { Button, Group, Modal, Stack } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { Failure } from '#contract/client.ts'
import { freshTokenMinutes, type Session } from '#contract/session.ts'
import { confirmToken, declineConfirmation } from '#dashboard/platform/session/sign-in.ts'
import { readErrorMessage } from '#dashboard/ui/feedback/error-messages.ts'
import { fieldError } from '#dashboard/ui/form/form-errors.tsx'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { listed } from '#dashboard/ui/format/numbers.ts'
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
    <Modal
      opened
      onClose={declineConfirmation}
      closeOnClickOutside={false}
      closeOnEscape={!busy}
      title="Confirm with the access token"
      zIndex={1000}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="lg">
          <div>
            {isDemo ? (
              'The demo account opens without a token, so a click is enough here.'
            ) : (
              <>
                Enter the access token of <b className="outside">{session.account.name || session.account.email}</b> once more. It holds for{' '}
                {freshTokenMinutes} minutes.
              </>
            )}{' '}
            After that: {listed([...new Set(confirming)]).toLowerCase()}.
          </div>
          {error !== null && !(isAboutToken && !isDemo) && (
            <Banner tone="bad">
              <b>{readErrorMessage(error).cause}.</b> {readErrorMessage(error).advice}
            </Banner>
          )}
          {!isDemo && (
            <TokenField
              data-autofocus
              value={token}
              onChange={(event) => setToken(event.currentTarget.value)}
              error={fieldError(isAboutToken ? refusedToken(error) : undefined)}
            />
          )}
          <Group justify="flex-end" gap="sm">
            <Button onClick={declineConfirmation} disabled={busy} {...(isDemo ? { 'data-autofocus': true } : {})}>
              Cancel
            </Button>
            <Button type="submit" variant="filled" loading={busy}>
              Continue
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
