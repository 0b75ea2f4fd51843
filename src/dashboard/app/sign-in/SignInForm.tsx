import { Button } from '#dashboard/ui/form/Button.tsx'
import { zodResolver } from '@hookform/resolvers/zod'
import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { Failure } from '#contract/client.ts'
import { jwtEnd, SignInDraft } from '#contract/session.ts'
import { signIn } from '#dashboard/platform/session/sign-in.ts'
import { readErrorMessage } from '#dashboard/ui/feedback/error-messages.ts'
import { fieldError } from '#dashboard/ui/form/form-errors.tsx'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { exact } from '#dashboard/ui/format/time.tsx'
import { TokenField } from '#dashboard/ui/form/TokenField.tsx'
import { serviceNameFirst } from '#contract/provider-names.ts'

interface SignInFormProps {
  /** Only a token of this account is accepted. */
  account?: number
  onDone: () => void
  onCancel?: () => void
  /** The label of the button. */
  submitLabel?: string
}

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
        {failure !== null && <FailedSignIn error={failure} />}
        <TokenField
          error={fieldError(errors.token?.message)}
          description={end === null ? undefined : `This token ends ${exact(end)}`}
          {...form.register('token')}
        />
        <Checkbox
          label="Keep me signed in on this device"
          description="If off, you are signed out after 30 minutes of inactivity"
          {...form.register('keep')}
        />
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

/** Why a token could not be tried. */
export function FailedSignIn({ error }: { error: unknown }) {
  const { cause, advice } = readErrorMessage(error)
  return (
    <Banner tone="bad">
      <b>{cause}.</b> {advice}
    </Banner>
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
