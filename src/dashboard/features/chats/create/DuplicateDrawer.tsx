import { zodResolver } from '@hookform/resolvers/zod'
import { TextInput } from '@mantine/core'
import { Switch } from '#dashboard/ui/form/Switch.tsx'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { z } from 'zod/mini'
import type { Chat } from '#contract/chats.ts'
import { differsFromDefault, settingNames, withSoundNames } from '#contract/settings-derive.ts'
import { boolean, text } from '#contract/values.ts'
import { serviceName } from '#contract/provider-names.ts'
import { useAction } from '#dashboard/platform/api/actions.ts'
import { catalogueQuery, soundName } from '#dashboard/platform/service/catalogue.ts'
import { endpointQuery, refresh } from '#dashboard/platform/api/query.ts'
import { fieldError } from '#dashboard/ui/form/form-errors.tsx'
import { FormDrawer } from '#dashboard/platform/saving/FormDrawer.tsx'
import { plural } from '#dashboard/ui/format/numbers.ts'
import { toast, toastDuplicates } from '#dashboard/ui/feedback/toast.tsx'
import { useFormDraft } from '#dashboard/platform/saving/use-form-draft.ts'
import { type NewChatDrawerProps, PlanNote } from './NewChatDrawer.tsx'
import { createAndLook } from '../save-chat.ts'
import { chatTitle } from '#contract/chat-title.ts'

const Draft = z.object({ name: text(200), settings: boolean, monetize: boolean, design: boolean, bannedIps: boolean })

interface DuplicateDrawerProps extends Pick<NewChatDrawerProps, 'plan' | 'onClose' | 'onCreated'> {
  chat: Chat
}

export function DuplicateDrawer({ chat, plan, onClose, onCreated }: DuplicateDrawerProps) {
  const form = useForm({
    resolver: zodResolver(Draft),
    defaultValues: { name: `${chatTitle(chat)} (copy)`, settings: true, monetize: true, design: true, bannedIps: true },
  })
  // A chat belongs to one account.
  useFormDraft(form, `duplicate-${chat.id}`)
  const catalogue = useSuspenseQuery(catalogueQuery).data
  const bans = useQuery(endpointQuery('banList', { params: { chatId: chat.id } })).data?.data
  const { errors } = form.formState

  const duplicate = useAction('chatDuplicate', async (send, { name, ...switches }: z.output<typeof Draft>) => {
    const filled = name.trim() ? name : undefined
    const { chatId, copies } = await createAndLook(
      () => send('chatDuplicate', { params: { chatId: chat.id }, body: { ...switches, ...(filled ? { name: filled } : {}) } }),
      filled,
    )
    await refresh('chatList', 'accountRead')
    if (copies > 1) {
      toastDuplicates(name, copies)
      return null
    }
    toast(`${chatTitle(chat)} was duplicated`)
    return chatId
  })

  const values = withSoundNames(chat, soundName(catalogue))
  const different = settingNames.filter((name) => name !== 'monetizeLogin' && differsFromDefault(name, values[name])).length
  const switches = [
    {
      name: 'settings',
      label: 'Settings',
      help: plural(
        different,
        'The general settings. {count} setting of this chat differs from the default.',
        'The general settings. {count} settings of this chat differ from the default.',
      ),
    },
    {
      name: 'monetize',
      label: 'Paid entry',
      help: chat.monetizeLogin ? 'Paid entry is on in this chat.' : 'Paid entry is off in this chat.',
    },
    { name: 'design', label: 'Design', help: 'The design of the chat. What it includes is not documented.' },
    {
      name: 'bannedIps',
      label: 'Banned IPs',
      help: bans ? plural(bans.length, '{count} banned range.', '{count} banned ranges.') : 'The banned ranges of this chat.',
    },
  ] as const

  return (
    <FormDrawer
      title={`Duplicate ${chatTitle(chat)}`}
      onClose={onClose}
      form={form}
      action={duplicate}
      onSubmit={form.handleSubmit((draft) =>
        duplicate.mutate(draft, { onSuccess: (chatId) => (chatId === null ? onClose() : onCreated(chatId)) }),
      )}
      submit="Duplicate"
    >
      <PlanNote plan={plan} />
      <TextInput
        label="Name of the copy"
        description={`Leave empty to let ${serviceName()} choose a name.`}
        data-autofocus
        error={fieldError(errors.name?.message)}
        {...form.register('name')}
      />
      {switches.map(({ name, label, help }) => (
        <Switch key={name} label={label} description={help} {...form.register(name)} />
      ))}
    </FormDrawer>
  )
}
