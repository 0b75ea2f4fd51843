import { Button, PlainLinkButton } from '#dashboard/ui/form/Button.tsx'
import { zodResolver } from '@hookform/resolvers/zod'
import { TextInput } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { z } from 'zod/mini'
import { Failure } from '#contract/client.ts'
import { providerName } from '#contract/provider-names.ts'
import { CompanyAccounts } from '#contract/gateway/company.ts'
import { waitingHours } from '#contract/gateway/own-access.ts'
import { useAction } from '#dashboard/platform/api/actions.ts'
import { finishCompanySignIn } from '#dashboard/platform/session/company.ts'
import { signInWithRecoveryCode } from '#dashboard/platform/session/passkeys.ts'
import { useSessionState } from '#dashboard/platform/session/session-state.ts'
import { signInToDemo } from '#dashboard/platform/session/sign-in.ts'
import { localPath } from '#dashboard/platform/to.ts'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { fieldError } from '#dashboard/ui/form/form-errors.tsx'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { failureText, passkeyFailure, supportsPasskeys, OtherAddress } from './passkey-failure.tsx'
import classes from './sign-in.module.css'
import { SignInForm, SignInStart } from './SignInForm.tsx'
import { Below, SignInFrame } from './SignInFrame.tsx'

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
          <p className="help mt-8">
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
  const { isPending, mutate } = useAction(null, signInToDemo, { isBare: true, errorTitle: () => 'The demo could not be opened' })
  return (
    <div className={classes.demo}>
      <p className="help">
        <b>No token?</b>
        The demo account has {counted(rooms, 'chat')} and {count(messages)} messages. Nothing leaves this machine.
      </p>
      <Button className="rigid" loading={isPending} onClick={() => mutate(undefined, { onSuccess: onDone })}>
        Open demo
      </Button>
    </div>
  )
}

const Draft = z.object({
  code: z.string().check(z.trim(), z.minLength(1, 'Enter a recovery code'), z.maxLength(100, 'This is too long for a code')),
})

/** Signs in with one of the codes that were saved when the person joined. The session can only register a passkey. */
function RecoveryForm({ onDone, onBack }: { onDone: () => void; onBack: () => void }) {
  const origin = useSessionState().session?.signIn?.origin ?? ''
  const form = useForm({ resolver: zodResolver(Draft), defaultValues: { code: '' } })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async ({ code }) => {
    try {
      await signInWithRecoveryCode(code)
      onDone()
    } catch (error) {
      form.setError('code', { message: passkeyFailure(error, 'use', origin) })
    }
  })
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <div className="stack gap-16">
        <TextInput
          size="md"
          className="code"
          label="Recovery code"
          description="One of the ten codes you saved when you joined"
          autoComplete="off"
          spellCheck={false}
          error={fieldError(errors.code?.message)}
          {...form.register('code')}
        />
        <Banner tone="info">
          A code opens one page only, where you register a new passkey. You can’t change permissions for {waitingHours} hours, and the
          Owners can see that a code was used.
        </Banner>
        <Button type="submit" size="md" variant="filled" fullWidth loading={isSubmitting}>
          Continue
        </Button>
        <span>
          <PlainLinkButton onClick={onBack}>Back to sign-in</PlainLinkButton>
        </span>
      </div>
    </form>
  )
}

interface CompanyReturnProps {
  /** With which the browser came back from the company's provider. */
  ticket: string
  onDone: () => void
  /** The ways to sign in, shown below a failure. */
  children: ReactNode
}

/** Finishes a sign-in with a company account, or says why it was refused. */
function CompanyReturn({ ticket, onDone, children }: CompanyReturnProps) {
  const { error, mutate } = useAction(null, async (_, account: number | undefined) => {
    await finishCompanySignIn(ticket, account)
    onDone()
  })
  const begun = useRef(false)
  useEffect(() => {
    // A ticket works once.
    if (begun.current) return
    begun.current = true
    mutate(undefined)
  })

  if (error === null) return <p role="status">Signing you in…</p>
  // Those of which the person must choose one.
  const { accounts } = CompanyAccounts.safeParse(error instanceof Failure ? error.data : null).data ?? {}
  if (!accounts)
    return (
      <div className="stack gap-16">
        <Banner tone="bad">{failureText(error)}</Banner>
        {children}
      </div>
    )
  return (
    <div className="stack gap-16">
      <p role="status">You are in the teams of several accounts. Choose one.</p>
      {accounts.map(({ id, name }) => (
        <Button key={id} size="md" fullWidth onClick={() => mutate(id)}>
          <span className="outside">{name}</span>
        </Button>
      ))}
    </div>
  )
}
