import { Checkbox, Radio, Select, Stack, TextInput } from '@mantine/core'
import { useMemo } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { notificationEventNames, notificationEvents } from '#contract/workspace/notification-events.ts'
import { type NotificationChannel, type Notifications } from '#contract/workspace/notifications.ts'
import { refreshWorkspace, useWorkspaceAction } from '#dashboard/platform/api/workspace-query.ts'
import { FormDrawer } from '#dashboard/platform/saving/FormDrawer.tsx'
import { toast } from '#dashboard/ui/feedback/toast.tsx'
import { errorAboveForm, errorsOntoFields, fieldError } from '#dashboard/ui/form/form-errors.tsx'
import { accountRecipient, channelDraft, channelFields, channelResolver, type ChannelFields } from './channel-fields.ts'
import { WebhookFields } from './WebhookFields.tsx'

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
  const { errors, isDirty } = form.formState
  const kind = useWatch({ control: form.control, name: 'kind' })
  const saving = useWorkspaceAction(
    channel ? 'notificationChannelUpdate' : 'notificationChannelCreate',
    async (send, fields: ChannelFields) => {
      const draft = channelDraft(fields)
      if (channel) await send('notificationChannelUpdate', { params: { channelId: channel.id }, body: { channel: draft } })
      else await send('notificationChannelCreate', { body: { channel: draft, events: fields.events } })
      await refreshWorkspace('notificationsRead')
      toast(channel ? `“${draft.name}” was saved` : `“${draft.name}” was added`)
    },
    { onError: (error) => errorsOntoFields(form, error) },
  )
  const submit = form.handleSubmit((fields) => saving.mutate(fields, { onSuccess: onClose }))
  return (
    <FormDrawer
      title={channel ? `Edit “${channel.name}”` : 'Add a channel'}
      onClose={onClose}
      onSubmit={(event) => void submit(event)}
      submit={channel ? 'Save' : 'Add channel'}
      saving={saving.isPending}
      error={errorAboveForm(form, saving.error)}
      failed={channel ? 'Not saved' : 'Not added'}
      edited={isDirty}
    >
      {!channel && (
        <Controller
          control={form.control}
          name="kind"
          render={({ field: { ref, ...field } }) => (
            <Radio.Group label="Send by" {...field}>
              <Stack gap="sm" py="sm">
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
              </Stack>
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
              <Stack gap="sm" py="sm">
                {notificationEventNames.map((event) => (
                  <Checkbox key={event} value={event} label={notificationEvents[event].label} />
                ))}
              </Stack>
            </Checkbox.Group>
          )}
        />
      )}
    </FormDrawer>
  )
}
