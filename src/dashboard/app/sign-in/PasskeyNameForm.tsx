import { Button } from '#dashboard/ui/form/Button.tsx'
import { zodResolver } from '@hookform/resolvers/zod'
import { TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod/mini'
import { deviceName } from '#contract/device-name.ts'
import { filledText } from '#contract/values.ts'
import { preloadPasskeys } from '#dashboard/platform/session/passkeys.ts'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { fieldError } from '#dashboard/ui/form/form-errors.tsx'
import { passkeyFailure } from './passkey-failure.tsx'

const Draft = z.object({ name: filledText(100) })

interface PasskeyNameFormProps {
  origin: string
  /** Creates the passkey. What it rejects with is shown in plain words. */
  onCreate: (name: string) => Promise<void>
}

/** Names a passkey and creates it on this device. */
export function PasskeyNameForm({ origin, onCreate }: PasskeyNameFormProps) {
  const form = useForm({ resolver: zodResolver(Draft), defaultValues: { name: deviceName(navigator.userAgent, 'This device') } })
  const { errors, isSubmitting } = form.formState
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(preloadPasskeys, [])
  const submit = form.handleSubmit(async ({ name }) => {
    setFailure(null)
    try {
      await onCreate(name)
    } catch (error) {
      setFailure(passkeyFailure(error, 'create', origin))
    }
  })
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <div className="stack gap-16">
        <TextInput
          size="md"
          label="Name of this passkey"
          description="So that you can tell your passkeys apart"
          autoComplete="off"
          error={fieldError(errors.name?.message)}
          {...form.register('name')}
        />
        {failure !== null && <Banner tone="bad">{failure}</Banner>}
        <Button type="submit" size="md" variant="filled" fullWidth loading={isSubmitting} icon="key">
          Create passkey
        </Button>
      </div>
    </form>
  )
}
