import { Button } from '#dashboard/ui/form/Button.tsx'
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { Failure } from '#contract/client.ts'
import { freshTokenMinutes } from '#contract/session.ts'
import { useAction } from '#dashboard/platform/api/actions.ts'
import { beginCompanyConfirmation, finishCompanyConfirmation } from '#dashboard/platform/session/company.ts'
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

function ConfirmWithPasskey({ session: { signIn }, confirming }: ConfirmProps) {
  // Once confirmed, the dialog goes.
  const { isPending, error, mutate } = useAction(null, confirmWithPasskey)
  useEffect(preloadPasskeys, [])
  return (
    <Frame
      title="Confirm with your passkey"
      lead="Your device asks for your fingerprint, your face or a PIN."
      confirming={confirming}
      isBusy={isPending}
      action={
        <Button variant="filled" loading={isPending} icon="key" onClick={() => mutate()}>
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
  const [isAway, setAway] = useState(false)
  const beginning = useAction(null, beginCompanyConfirmation)
  const begun = beginning.data
  const asking = useAction(null, async () => begun && finishCompanyConfirmation(begun), {
    // Each try needs an address of its own.
    onError: () => {
      setAway(false)
      beginning.mutate()
    },
  })
  const error = beginning.error ?? asking.error
  const begin = useEffectEvent(() => beginning.mutate())
  useEffect(() => begin(), [])
  // Coming back and clicking are often one thing.
  const onReturn = useEffectEvent(() => asking.mutate())
  useEffect(() => {
    if (!isAway) return
    const ask = () => onReturn()
    window.addEventListener('focus', ask)
    return () => window.removeEventListener('focus', ask)
  }, [isAway])

  return (
    <Frame
      title="Confirm with your company account"
      lead="Your company asks you to sign in again, in a new window. Come back to this one."
      confirming={confirming}
      action={
        isAway ? (
          <Button variant="filled" onClick={() => asking.mutate()}>
            Continue
          </Button>
        ) : (
          <a
            className="button"
            data-variant="filled"
            data-loading={(!begun && error === null) || undefined}
            href={begun?.address}
            target="_blank"
            rel="noopener"
            onClick={() => {
              asking.reset()
              setAway(true)
            }}
          >
            <span>Sign in again</span>
          </a>
        )
      }
    >
      {error !== null && <Banner tone="bad">{failureText(error)}</Banner>}
    </Frame>
  )
}

function ConfirmWithToken({ session, confirming }: ConfirmProps) {
  // The demo account is opened without a token, so there is none to type.
  const isDemo = session.demo?.accountId === session.account.id
  const [token, setToken] = useState('')
  const { isPending, error, mutate } = useAction(null, async () => {
    if (isDemo) return confirmToken()
    if (token.trim() === '') throw new Failure('refused', { reason: 'Enter the access token' })
    await confirmToken(token)
  })
  const isAboutToken = error instanceof Failure && ['signed-out', 'refused'].includes(error.kind)

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
      isBusy={isPending}
      hasField={!isDemo}
      action={
        <Button type="submit" form="confirm-token" variant="filled" loading={isPending}>
          Continue
        </Button>
      }
    >
      {error !== null && !(isAboutToken && !isDemo) && <FailureBanner error={error} />}
      <form
        id="confirm-token"
        onSubmit={(event) => {
          event.preventDefault()
          mutate()
        }}
        noValidate
      >
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
