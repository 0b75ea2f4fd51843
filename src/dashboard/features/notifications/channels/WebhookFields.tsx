import { Button, Checkbox, Select, TextInput } from '@mantine/core'
import { Controller, useWatch, type UseFormReturn } from 'react-hook-form'
import { webhookShapes, type NotificationChannel } from '#contract/workspace/notifications.ts'
import { CopyTextButton } from '#dashboard/ui/form/CopyTextButton.tsx'
import { fieldError } from '#dashboard/ui/form/form-errors.tsx'
import { newSecret, type ChannelFields } from './channel-fields.ts'
import classes from './WebhookFields.module.css'

type Webhook = Extract<NotificationChannel, { kind: 'webhook' }>

interface WebhookFieldsProps {
  form: UseFormReturn<ChannelFields, unknown, ChannelFields>
  /** null: a new one. */
  stored: Webhook | null
}

const shapes = Object.entries(webhookShapes).map(([value, { label }]) => ({ value, label }))

/** The receiver of a webhook. The stored address and secret are never shown. */
export function WebhookFields({ form, stored }: WebhookFieldsProps) {
  const { errors } = form.formState
  const [shape, address, secret] = useWatch({ control: form.control, name: ['shape', 'address', 'secret'] })
  const readable = stored !== null && !stored.isLocked
  const keepsSecret = readable && stored.hasSecret && address.trim() === ''
  return (
    <>
      <Controller
        control={form.control}
        name="shape"
        render={({ field: { ref, ...field } }) => (
          <Select ref={ref} label="Format" data={shapes} {...field} onChange={(value) => value !== null && field.onChange(value)} />
        )}
      />
      <TextInput
        label="Address"
        description={
          readable
            ? `Now ${stored.address}. Leave empty to keep it: it may hold a secret, so it is not shown in full.`
            : 'An https address on the public internet. Afterwards only its beginning is shown.'
        }
        placeholder="https://"
        type="url"
        autoComplete="off"
        spellCheck={false}
        error={fieldError(errors.address?.message)}
        {...form.register('address')}
      />
      <div>
        <TextInput
          label={shape === 'roomkeeper' ? 'Secret' : 'Secret (optional)'}
          description={secretHelp(keepsSecret, stored?.hasSecret === true)}
          autoComplete="off"
          spellCheck={false}
          error={fieldError(errors.secret?.message)}
          {...form.register('secret')}
        />
        <div className={classes.secret}>
          <Button
            size="xs"
            onClick={() => form.setValue('secret', newSecret(), { shouldDirty: true, shouldValidate: form.formState.isSubmitted })}
          >
            Generate
          </Button>
          {secret !== '' && (
            <>
              <CopyTextButton size="xs" label="Copy secret" text={secret} />
              <span className="help">It cannot be read again once it is saved.</span>
            </>
          )}
        </div>
      </div>
      {keepsSecret && shape !== 'roomkeeper' && secret === '' && (
        <Checkbox label="Remove the stored secret" description="Messages are no longer signed" {...form.register('removesSecret')} />
      )}
    </>
  )
}

function secretHelp(keeps: boolean, had: boolean): string {
  if (keeps) return 'Leave empty to keep the stored one.'
  if (had) return 'A new address needs the secret again: it is not sent to another receiver.'
  return 'Each message is signed with it, so that the receiver can verify that it comes from here. At least 16 characters.'
}
