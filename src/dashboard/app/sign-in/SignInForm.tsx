import { Button, PlainLinkButton } from '#dashboard/ui/form/Button.tsx'
import { zodResolver } from '@hookform/resolvers/zod'
import { Checkbox } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { Failure } from '#contract/client.ts'
import { jwtEnd, type Session, SignInDraft } from '#contract/session.ts'
import { signIn } from '#dashboard/platform/session/sign-in.ts'
import { fieldError } from '#dashboard/ui/form/form-errors.tsx'
import { Banner, FailureBanner } from '#dashboard/ui/feedback/Banner.tsx'
import { exact } from '#dashboard/ui/format/time.tsx'
import { TokenField } from '#dashboard/ui/form/TokenField.tsx'
import { serviceNameFirst } from '#contract/provider-names.ts'
import { useAction } from '#dashboard/platform/api/actions.ts'
import { openCompanySignIn } from '#dashboard/platform/session/company.ts'
import { preloadPasskeys, signInWithPasskey } from '#dashboard/platform/session/passkeys.ts'
import { passkeyFailure } from './passkey-failure.tsx'

interface SignInFormProps {
  /** Only a token of this account is accepted. */
  account?: number
  onDone: () => void
  onCancel?: () => void
  /** The label of the button. */
  submitLabel?: string
}

const keepTexts = { label: 'Keep me signed in on this device', description: 'If off, you are signed out after 30 minutes of inactivity' }

export function SignInForm({ account, onDone, onCancel, submitLabel = 'Sign in' }: SignInFormProps) {
  const form = useForm({
    resolver: zodResolver(SignInDraft),
    defaultValues: { token: '', keep: false, ...(account === undefined ? {} : { account }) },
  })
  const { errors, isSubmitting } = form.formState
  const [failure, setFailure] = useState<unknown>(null)
  const end = jwtEnd(useWatch({ control: form.control, name: 'token' }))

  const submit = form.handleSubmit(async (draft) => {
    setFailure(null)
    try {
      await signIn(draft)
      onDone()
    } catch (error) {
      if (error instanceof Failure && ['signed-out', 'refused'].includes(error.kind))
        form.setError('token', { message: refusedToken(error) })
      else setFailure(error)
    }
  })

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <div className="stack gap-16">
        {failure !== null && <FailureBanner error={failure} />}
        <TokenField
          error={fieldError(errors.token?.message)}
          description={end === null ? undefined : `This token ends ${exact(end)}`}
          {...form.register('token')}
        />
        <Checkbox {...keepTexts} {...form.register('keep')} />
        <Button type="submit" size="md" variant="filled" fullWidth loading={isSubmitting}>
          {submitLabel}
        </Button>
        {onCancel && (
          <Button size="md" fullWidth onClick={onCancel} disabled={isSubmitting}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  )
}

/** Explains below the token field why a token was rejected. */
export function refusedToken(error: Failure): string {
  if (error.code === 'other_account') return 'This token opens another account. Sign out first to change accounts.'
  if (error.kind === 'refused') return error.reason || error.serviceMessage || `${serviceNameFirst()} refused it.`
  const why = error.serviceMessage
    ? `${serviceNameFirst()} refused it: “${error.serviceMessage.replace(/\.$/, '')}”.`
    : error.reason || `${serviceNameFirst()} refused it.`
  return `${why} Ask the account holder for a new one.`
}

interface SignInStartProps {
  ways: Session['signIn']
  /** The path to open afterwards. */
  next: string | null
  /** When the session of this account is renewed. */
  account?: number
  onDone: () => void
  onRecovery?: () => void
  onToken: () => void
}

/** The ways in for the people of a team: the company's account, or a passkey. */
export function SignInStart({ ways, next, account, onDone, onRecovery, onToken }: SignInStartProps) {
  const [keep, setKeep] = useState(false)
  const { isPending, error, mutate } = useAction(null, async () => {
    await signInWithPasskey(keep)
    onDone()
  })
  const main = useRef<HTMLButtonElement>(null)
  useEffect(preloadPasskeys, [])
  // The button keeps the focus, also after a failure.
  useEffect(() => {
    if (!isPending) main.current?.focus()
  }, [isPending])

  const passkeyButton = ways.passkey && (
    <Button
      {...(ways.company ? {} : { ref: main, variant: 'filled' })}
      size="md"
      fullWidth
      loading={isPending}
      icon="key"
      onClick={() => mutate()}
    >
      Sign in with a passkey
    </Button>
  )
  return (
    <div className="stack gap-16">
      <Checkbox {...keepTexts} checked={keep} onChange={(event) => setKeep(event.currentTarget.checked)} />
      {error !== null && <Banner tone="bad">{passkeyFailure(error, 'use', ways.origin)}</Banner>}
      {ways.company && (
        <Button ref={main} variant="filled" size="md" fullWidth onClick={() => openCompanySignIn({ next, keep, account })}>
          Sign in with your company account
        </Button>
      )}
      {passkeyButton}
      <div className="row between wrap gap-8 fz-help">
        {ways.company || !onRecovery ? <span /> : <PlainLinkButton onClick={onRecovery}>Use a recovery code</PlainLinkButton>}
        <PlainLinkButton onClick={onToken}>Use the account token</PlainLinkButton>
      </div>
    </div>
  )
}
