import { Select, TextInput } from '@mantine/core'
import { zodResolver } from '@hookform/resolvers/zod'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { z } from 'zod/mini'
import type { Plan } from '#contract/account.ts'
import { type Chat, ChatDraft } from '#contract/chats.ts'
import { chatUpdate, defaults, isUnnamedSound, soundSettings, withSoundNames } from '#contract/settings-derive.ts'
import { settings } from '#contract/settings.ts'
import { serviceNameFirst } from '#contract/provider-names.ts'
import { useAction } from '#dashboard/platform/api/actions.ts'
import { type Catalogue, soundName } from '#dashboard/platform/service/catalogue.ts'
import { call } from '#dashboard/platform/session/session.ts'
import { useSession } from '#dashboard/platform/session/session-state.ts'
import { fieldError } from '#dashboard/ui/form/form-errors.tsx'
import { FormDrawer } from '#dashboard/platform/saving/FormDrawer.tsx'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { count, listed, plural } from '#dashboard/ui/format/numbers.ts'
import { SearchSelect } from '#dashboard/ui/form/SearchSelect.tsx'
import { toast } from '#dashboard/ui/feedback/toast.tsx'
import { useFormDraft } from '#dashboard/platform/saving/use-form-draft.ts'
import { createChat } from '../save-chat.ts'
import { chatTitle } from '#contract/chat-title.ts'

const Draft = z.object({ name: ChatDraft.shape.name, type: z.string(), langId: z.string(), from: z.string() })
const fromDefaults = 'defaults'

export interface NewChatDrawerProps {
  chats: Chat[]
  catalogue: Catalogue
  plan: Plan
  onClose: () => void
  /** Where the service confirmed one new chat. */
  onCreated: (chatId: number) => void
}

export function NewChatDrawer({ chats, catalogue, plan, onClose, onCreated }: NewChatDrawerProps) {
  const form = useForm({
    resolver: zodResolver(Draft),
    defaultValues: { name: '', type: String(defaults.type), langId: String(defaults.langId), from: fromDefaults },
  })
  useFormDraft(form, `new-chat-${useSession().account.id}`)
  const { errors } = form.formState

  const create = useAction('chatCreate', async (send, { name, type, langId, from }: z.output<typeof Draft>) => {
    const own = { name, type: Number(type), langId }
    const body = from === fromDefaults ? own : await likeAnother(Number(from), own, catalogue)
    const { chatId, isOne } = await createChat(send, { ...body, name })
    // If the request was processed more than once, the list shows which chat to delete.
    if (!isOne) return null
    toast(`${name} was created`)
    return chatId
  })

  const from = useWatch({ control: form.control, name: 'from' })
  const source = chats.find(({ id }) => String(id) === from)
  const named = source && withSoundNames(source, soundName(catalogue))
  const nameless = soundSettings.filter((setting) => named && isUnnamedSound(setting, named[setting]))

  const languages = Object.entries(catalogue.languages).map(([value, label]) => ({ value, label }))
  return (
    <FormDrawer
      title="New chat"
      onClose={onClose}
      form={form}
      action={create}
      onSubmit={form.handleSubmit((draft) =>
        create.mutate(draft, { onSuccess: (chatId) => (chatId === null ? onClose() : onCreated(chatId)) }),
      )}
      submit="Create chat"
    >
      <PlanNote plan={plan} />
      <TextInput
        label="Name"
        data-autofocus
        error={fieldError(errors.name && (form.getValues('name') ? errors.name.message : 'Give the chat a name'))}
        {...form.register('name')}
      />
      <Controller
        control={form.control}
        name="type"
        render={({ field }) => (
          <Select
            label="Kind of chat"
            description={settings.type.help}
            data={settings.type.control.choices.map(({ value, label }) => ({ value: String(value), label }))}
            {...field}
            onChange={(value) => field.onChange(value ?? '')}
          />
        )}
      />
      <Controller
        control={form.control}
        name="langId"
        render={({ field }) => (
          <SearchSelect
            label="Language"
            description={settings.langId.help}
            nothingFound="No language found"
            data={languages}
            error={fieldError(errors.langId?.message)}
            {...field}
          />
        )}
      />
      <Controller
        control={form.control}
        name="from"
        render={({ field }) => (
          <SearchSelect
            label="Start from"
            description="All other settings. You can change them later."
            nothingFound="No chat found"
            data={[
              { value: fromDefaults, label: 'Default settings' },
              { group: 'Copy the settings of', items: chats.map((chat) => ({ value: String(chat.id), label: chatTitle(chat) })) },
            ]}
            {...field}
          />
        )}
      />
      {nameless.length > 0 && (
        <Banner>
          <b>{plural(nameless.length, '{count} sound is not copied.', '{count} sounds are not copied.')}</b> {serviceNameFirst()} has not
          confirmed the names of these sounds, so the new chat gets the default for:{' '}
          {listed(nameless.map((setting) => settings[setting].label))}.
        </Banner>
      )}
    </FormDrawer>
  )
}

/** The settings of another chat, read afresh, with these over them. */
async function likeAnother(chatId: number, own: { name: string; type: number; langId: string }, catalogue: Catalogue) {
  const { data } = await call('chatRead', { params: { chatId } })
  return chatUpdate(data, own, soundName(catalogue))
}

/** Shown before a chat is created that exceeds the plan. The service decides; this only warns. */
export function PlanNote({ plan }: { plan: Plan }) {
  if (plan.rooms === null || plan.usedRooms === null || plan.usedRooms < plan.rooms) return null
  return (
    <Banner>
      <b>Your plan is full.</b>{' '}
      {plural(
        plan.rooms,
        `It includes {count} chat and {used} are in use. ${serviceNameFirst()} will probably refuse another one.`,
        `It includes {count} chats and {used} are in use. ${serviceNameFirst()} will probably refuse another one.`,
        { used: count(plan.usedRooms) },
      )}
    </Banner>
  )
}
