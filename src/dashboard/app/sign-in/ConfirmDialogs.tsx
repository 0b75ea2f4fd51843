import { Button } from '#dashboard/ui/form/Button.tsx'
import { useCallback, useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { Failure } from '#contract/client.ts'
import { freshTokenMinutes } from '#contract/session.ts'
import { beginCompanyConfirmation, finishCompanyConfirmation, type CompanyConfirmation } from '#dashboard/platform/session/company.ts'
import { confirmWithPasskey, preloadPasskeys } from '#dashboard/platform/session/passkeys.ts'
import { confirmToken, declineConfirmation } from '#dashboard/platform/session/sign-in.ts'
import { Banner, FailureBanner } from '#dashboard/ui/feedback/Banner.tsx'
import { fieldError } from '#dashboard/ui/form/form-errors.tsx'
import { TokenField } from '#dashboard/ui/form/TokenField.tsx'
import { failureText, OtherAddress, passkeyFailure } from './passkey-failure.tsx'
import { continuing, SessionDialog, type SignedIn } from './SessionDialogs.tsx'
import { refusedToken } from './SignInForm.tsx'
import { DialogFoot } from '#dashboard/ui/overlay/Dialog.tsx'

interface ConfirmProps {
  session: SignedIn
  /** Descriptions of the actions that continue afterwards. */
  confirming: string[]
}

/**
 * Asks for a confirmation before an irreversible action, in the way that the team has chosen; without a team, for the token. Cancel keeps the form and
 * its text, and sends nothing.
 */
export function ConfirmActionDialog(props: ConfirmProps) {
  const way = props.session.team?.confirmWith
  if (way === 'passkey') return <ConfirmWithPasskey {...props} />
  return way === 'company' ? <ConfirmWithCompany {...props} /> : <ConfirmWithToken {...props} />
}

interface FrameProps {
  title: string
  /** What is asked for; a sentence. */
  lead: ReactNode
  confirming: string[]
  isBusy?: boolean
  /** Cancel has the focus, unless a field takes it. */
  hasField?: boolean
  /** The button that confirms. */
  action: ReactNode
  children?: ReactNode
}

const Frame = ({ title, lead, confirming, isBusy = false, hasField = false, action, children }: FrameProps) => (
  <SessionDialog title={title} onClose={declineConfirmation} isBusy={isBusy}>
    <div>
      {lead} {continuing(confirming)}
    </div>
    {children}
    <DialogFoot>
      <Button onClick={declineConfirmation} disabled={isBusy} {...(hasField ? {} : { 'data-autofocus': true })}>
        Cancel
      </Button>
      {action}
    </DialogFoot>
  </SessionDialog>
)

/** Whether a confirmation is under way, and why the last one failed; null: it did not. Once confirmed, the dialog goes. */
function useConfirming(run: () => Promise<unknown>) {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  async function confirm() {
    setBusy(true)
    setError(null)
    try {
      await run()
    } catch (failure) {
      setError(failure)
      setBusy(false)
    }
  }
  return { isBusy, error, setError, confirm: () => void confirm() }
}

function ConfirmWithPasskey({ session: { signIn }, confirming }: ConfirmProps) {
  const { isBusy, error, confirm } = useConfirming(confirmWithPasskey)
  useEffect(preloadPasskeys, [])
  return (
    <Frame
      title="Confirm with your passkey"
      lead="Your device asks for your fingerprint, your face or a PIN."
      confirming={confirming}
      isBusy={isBusy}
      action={
        <Button variant="filled" loading={isBusy} icon="key" onClick={confirm}>
          Use passkey
        </Button>
      }
    >
      {signIn.origin !== location.origin && <OtherAddress origin={signIn.origin} />}
      {error !== null && <Banner tone="bad">{passkeyFailure(error, 'use', signIn.origin)}</Banner>}
    </Frame>
  )
}

/** The fresh sign-in at the company happens in another window, so that the page keeps its text; the person comes back to this one. */
function ConfirmWithCompany({ confirming }: ConfirmProps) {
  const [begun, setBegun] = useState<CompanyConfirmation | null>(null)
  const [isAway, setAway] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  const fail = useCallback((error: unknown) => setFailure(failureText(error)), [])
  useEffect(() => void beginCompanyConfirmation().then(setBegun, fail), [fail])

  /** Coming back and clicking are often one thing. Each try needs an address of its own. */
  const isAsking = useRef(false)
  const ask = useCallback(async () => {
    if (!begun || isAsking.current) return
    isAsking.current = true
    try {
      await finishCompanyConfirmation(begun)
    } catch (error) {
      fail(error)
      setAway(false)
      await beginCompanyConfirmation().then(setBegun, fail)
    } finally {
      isAsking.current = false
    }
  }, [begun, fail])
  useEffect(() => {
    if (!isAway) return
    const onReturn = () => void ask()
    window.addEventListener('focus', onReturn)
    return () => window.removeEventListener('focus', onReturn)
  }, [isAway, ask])

  return (
    <Frame
      title="Confirm with your company account"
      lead="Your company asks you to sign in again, in a new window. Come back to this one."
      confirming={confirming}
      action={
        isAway ? (
          <Button variant="filled" onClick={() => void ask()}>
            Continue
          </Button>
        ) : (
          <a
            className="button"
            data-variant="filled"
            data-loading={(begun === null && failure === null) || undefined}
            href={begun?.address}
            target="_blank"
            rel="noopener"
            onClick={() => {
              setFailure(null)
              setAway(true)
            }}
          >
            <span>Sign in again</span>
          </a>
        )
      }
    >
      {failure !== null && <Banner tone="bad">{failure}</Banner>}
    </Frame>
  )
}

function ConfirmWithToken({ session, confirming }: ConfirmProps) {
  // The demo account is opened without a token, so there is none to type.
  const isDemo = session.demo?.accountId === session.account.id
  const [token, setToken] = useState('')
  const { isBusy, error, setError, confirm } = useConfirming(() => (isDemo ? confirmToken() : confirmToken(token)))
  const isAboutToken = error instanceof Failure && ['signed-out', 'refused'].includes(error.kind)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    if (!isDemo && token.trim() === '') setError(new Failure('refused', { reason: 'Enter the access token' }))
    else confirm()
  }

  return (
    <Frame
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
      isBusy={isBusy}
      hasField={!isDemo}
      action={
        <Button type="submit" form="confirm-token" variant="filled" loading={isBusy}>
          Continue
        </Button>
      }
    >
      {error !== null && !(isAboutToken && !isDemo) && <FailureBanner error={error} />}
      <form id="confirm-token" onSubmit={submit} noValidate>
        {!isDemo && (
          <TokenField
            data-autofocus
            value={token}
            onChange={(event) => setToken(event.currentTarget.value)}
            error={fieldError(isAboutToken ? refusedToken(error) : undefined)}
          />
        )}
      </form>
    </Frame>
  )
}
