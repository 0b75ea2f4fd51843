import { zodResolver } from '@hookform/resolvers/zod'
import { Button, Stack, TextInput } from '@mantine/core'
import { useForm } from 'react-hook-form'
import { z } from 'zod/mini'
import { waitingHours } from '#contract/workspace/own-access.ts'
import { signInWithRecoveryCode } from '#dashboard/platform/session/passkeys.ts'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { fieldError } from '#dashboard/ui/form/form-errors.tsx'
import { PlainLinkButton } from '#dashboard/ui/form/PlainLinkButton.tsx'
import { useSessionState } from '#dashboard/platform/session/session.ts'
import { passkeyFailure } from './passkey-failure.ts'

const Draft = z.object({
  code: z.string().check(z.trim(), z.minLength(1, 'Enter a recovery code'), z.maxLength(100, 'This is too long for a code')),
})

/** Signs in with one of the codes that were saved when the person joined. The session can only register a passkey. */
export function RecoveryForm({ onDone, onBack }: { onDone: () => void; onBack: () => void }) {
  const origin = useSessionState().session?.signIn?.origin ?? ''
  const form = useForm({ resolver: zodResolver(Draft), defaultValues: { code: '' } })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async ({ code }) => {
    try {
      await signInWithRecoveryCode(code, false)
      onDone()
    } catch (error) {
      form.setError('code', { message: passkeyFailure(error, 'use', origin) })
    }
  })
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="lg">
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
          A code opens one page only, where you register a new passkey. You can’t change rights for {waitingHours} hours, and the Owners can
          see that a code was used.
        </Banner>
        <Button type="submit" size="md" variant="filled" fullWidth loading={isSubmitting}>
          Continue
        </Button>
        <span>
          <PlainLinkButton onClick={onBack}>Back to sign-in</PlainLinkButton>
        </span>
      </Stack>
    </form>
  )
}
