import { Button } from '#dashboard/ui/form/Button.tsx'
import { Checkbox, Radio, Select, TextInput } from '@mantine/core'
import { useMemo } from 'react'
import { Controller, useForm, type UseFormReturn, useWatch } from 'react-hook-form'
import { notificationEventNames, notificationEvents } from '#contract/gateway/notification-events.ts'
import { type NotificationChannel, type Notifications, webhookShapes } from '#contract/gateway/notifications.ts'
import { refreshGateway, useGatewayAction } from '#dashboard/platform/api/gateway-query.ts'
import { FormDrawer } from '#dashboard/platform/saving/FormDrawer.tsx'
import { toast } from '#dashboard/ui/feedback/toast.tsx'
import { fieldError } from '#dashboard/ui/form/form-errors.tsx'
import { accountRecipient, channelDraft, channelFields, type ChannelFields, channelResolver, newSecret } from './channel-fields.ts'
import { CopyTextButton } from '#dashboard/ui/form/CopyButton.tsx'

interface ChannelDrawerProps {
  /** null: a new one. */
  channel: NotificationChannel | null
  notifications: Notifications
  onClose: () => void
}

/** Edits where a channel sends to; for a new channel also its events. */
export function ChannelDrawer({ channel, notifications, onClose }: ChannelDrawerProps) {
  const { isMailSetUp, recipients } = notifications
  const form = useForm<ChannelFields, unknown, ChannelFields>({
    resolver: useMemo(() => channelResolver(channel), [channel]),
    defaultValues: channelFields(channel, notifications),
  })
  const { errors } = form.formState
  const kind = useWatch({ control: form.control, name: 'kind' })
  const saving = useGatewayAction(
    channel ? 'notificationChannelUpdate' : 'notificationChannelCreate',
    async (send, fields: ChannelFields) => {
      const draft = channelDraft(fields)
      if (channel) await send('notificationChannelUpdate', { params: { channelId: channel.id }, body: { channel: draft } })
      else await send('notificationChannelCreate', { body: { channel: draft, events: fields.events } })
      await refreshGateway('notificationsRead')
      toast(channel ? `“${draft.name}” was saved` : `“${draft.name}” was added`)
    },
  )
  return (
    <FormDrawer
      title={channel ? `Edit “${channel.name}”` : 'Add a channel'}
      onClose={onClose}
      form={form}
      action={saving}
      onSubmit={form.handleSubmit((fields) => saving.mutate(fields, { onSuccess: onClose }))}
      submit={channel ? 'Save' : 'Add channel'}
      failed={channel ? 'Not saved' : 'Not added'}
    >
      {!channel && (
        <Controller
          control={form.control}
          name="kind"
          render={({ field: { ref, ...field } }) => (
            <Radio.Group label="Send by" {...field}>
              <div className="stack gap-12 my-8">
                <Radio
                  ref={ref}
                  value="webhook"
                  label="Webhook"
                  description="A POST to an address, such as that of a chat or of your own program"
                />
                <Radio
                  value="email"
                  label="E-mail"
                  disabled={!isMailSetUp}
                  description={
                    isMailSetUp
                      ? 'To a person of the team, or to the account’s address'
                      : 'E-mail is not set up. The operator of this server can set SMTP_URL.'
                  }
                />
              </div>
            </Radio.Group>
          )}
        />
      )}
      <TextInput
        label="Name"
        description="Shown here and in the delivery log, such as “#moderation”"
        autoComplete="off"
        data-autofocus
        error={fieldError(errors.name?.message)}
        {...form.register('name')}
      />
      {kind === 'webhook' ? (
        <WebhookFields form={form} stored={channel?.kind === 'webhook' ? channel : null} />
      ) : (
        <Controller
          control={form.control}
          name="personId"
          render={({ field: { ref, ...field } }) => (
            <Select
              ref={ref}
              label="To"
              description="People are notified only of chats and events that they can see"
              data={recipients.map(({ personId, name }) => ({
                value: personId ?? accountRecipient,
                label: personId === null ? `${name} (the account’s address)` : name,
              }))}
              error={fieldError(errors.personId?.message)}
              {...field}
              onChange={(value) => value !== null && field.onChange(value)}
            />
          )}
        />
      )}
      {!channel && (
        <Controller
          control={form.control}
          name="events"
          render={({ field: { value, onChange } }) => (
            <Checkbox.Group label="Events" description="You can change them later in the table" value={value} onChange={onChange}>
              <div className="stack gap-12 my-8">
                {notificationEventNames.map((event) => (
                  <Checkbox key={event} value={event} label={notificationEvents[event].label} />
                ))}
              </div>
            </Checkbox.Group>
          )}
        />
      )}
    </FormDrawer>
  )
}

type Webhook = Extract<NotificationChannel, { kind: 'webhook' }>

interface WebhookFieldsProps {
  form: UseFormReturn<ChannelFields, unknown, ChannelFields>
  /** null: a new one. */
  stored: Webhook | null
}

const shapes = Object.entries(webhookShapes).map(([value, { label }]) => ({ value, label }))

/** The receiver of a webhook. The stored address and secret are never shown. */
function WebhookFields({ form, stored }: WebhookFieldsProps) {
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
        <div className="row wrap mt-8">
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
