import { Button } from '@mantine/core'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { providerName } from '#contract/provider-names.ts'
import { useSessionState } from '#dashboard/platform/session/session.ts'
import { signInToDemo } from '#dashboard/platform/session/sign-in.ts'
import { localPath } from '#dashboard/platform/to.ts'
import { PlainLinkButton } from '#dashboard/ui/form/PlainLinkButton.tsx'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { toastError } from '#dashboard/ui/feedback/toast.tsx'
import { supportsPasskeys } from './passkey-failure.ts'
import { CompanyReturn } from './CompanyReturn.tsx'
import { OtherAddress } from './OtherAddress.tsx'
import { RecoveryForm } from './RecoveryForm.tsx'
import { SignInForm } from './SignInForm.tsx'
import { Below, SignInFrame } from './SignInFrame.tsx'
import { SignInStart } from './SignInStart.tsx'
import classes from './SignInPage.module.css'

type View = 'start' | 'token' | 'recovery'

export function SignInPage() {
  const { session } = useSessionState()
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const ways = session?.signIn
  // Passkeys are bound to one address.
  const isElsewhere = ways?.passkey === true && ways.origin !== location.origin
  const hasStart = ways !== undefined && ((ways.passkey && !isElsewhere && supportsPasskeys()) || ways.company)
  const [chosen, choose] = useState<View>('start')
  const view = hasStart ? chosen : 'token'
  const next = query.get('next')
  /** The browser comes back from the company's provider. */
  const ticket = query.get('company')

  function goOn() {
    void navigate(localPath(next), { replace: true })
  }

  if (view === 'recovery')
    return (
      <SignInFrame
        title="Use a recovery code"
        lead="For when your passkey is lost or broken."
        foot="After 10 wrong codes in a minute, no more are accepted for a while."
        below={
          <Below title="No codes left?">
            Ask an Owner for a new invitation link. Your role and your entries in activity stay the same.
          </Below>
        }
      >
        <RecoveryForm onDone={goOn} onBack={() => choose('start')} />
      </SignInFrame>
    )
  const form =
    view === 'start' && ways ? (
      <SignInStart ways={ways} next={next} onDone={goOn} onRecovery={() => choose('recovery')} onToken={() => choose('token')} />
    ) : (
      <>
        <SignInForm onDone={goOn} />
        {hasStart && (
          <p className="mt-8">
            <PlainLinkButton onClick={() => choose('start')}>Back to sign-in</PlainLinkButton>
          </p>
        )}
        {session && (
          <p className={classes.where}>
            {session.service.kind === 'bundled'
              ? 'No token yet? Whoever runs this dashboard can create one for you.'
              : `No token yet? The operator of ${providerName('service') ?? 'the chat service'} issues access tokens.`}
          </p>
        )}
      </>
    )
  return (
    <SignInFrame
      title="Sign in to Roomkeeper"
      lead="The dashboard for your hosted chats."
      foot={
        view === 'start'
          ? 'Passkeys stay on your device. Roomkeeper stores only their public half.'
          : 'The token is stored encrypted on this dashboard’s server. It never appears in the page or in a link.'
      }
      below={
        view === 'start' ? (
          <Below title="New to the team?">Ask an Owner for an invitation link. It opens the page where you register your passkey.</Below>
        ) : (
          session?.demo && <Demo rooms={session.demo.rooms} messages={session.demo.messages} onDone={goOn} />
        )
      }
    >
      {session && (
        <p className={classes.service}>
          <b className="medium">{providerName('service') ?? 'Service'}</b>
          <span className="outside help">{session.service.kind === 'bundled' ? 'Built-in service' : session.service.address}</span>
        </p>
      )}
      {isElsewhere && <OtherAddress origin={ways.origin} />}
      {ticket !== null && chosen === 'start' ? (
        <CompanyReturn ticket={ticket} onDone={goOn}>
          {form}
        </CompanyReturn>
      ) : (
        form
      )}
    </SignInFrame>
  )
}

function Demo({ rooms, messages, onDone }: { rooms: number; messages: number; onDone: () => void }) {
  const [opening, setOpening] = useState(false)
  async function open() {
    setOpening(true)
    try {
      await signInToDemo()
      onDone()
    } catch (error) {
      setOpening(false)
      toastError('The demo could not be opened', error)
    }
  }
  return (
    <div className={classes.demo}>
      <p>
        <b>No token?</b>
        The demo account has {counted(rooms, 'chat')} and {count(messages)} messages. Nothing leaves this machine.
      </p>
      <Button className="rigid" loading={opening} onClick={() => void open()}>
        Open demo
      </Button>
    </div>
  )
}
