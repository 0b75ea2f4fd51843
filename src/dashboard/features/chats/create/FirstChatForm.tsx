import { Button } from '#dashboard/ui/form/Button.tsx'
import { TextInput } from '@mantine/core'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import { z } from 'zod/mini'
import { ChatDraft } from '#contract/chats.ts'
import { useAction } from '#dashboard/platform/api/actions.ts'
import { to } from '#dashboard/platform/to.ts'
import { errorAboveForm, errorsOntoFields, fieldError } from '#dashboard/ui/form/form-errors.tsx'
import { NotSaved } from '#dashboard/platform/saving/change-notes.tsx'
import { createChat } from '../save-chat.ts'

const Draft = z.object({ name: ChatDraft.shape.name })

/** The name is all that a chat needs. Its settings open afterwards, at the ways to sign in. @param onCreated called before they do */
export function FirstChatForm({ onCreated }: { onCreated: (chatId: number) => void }) {
  const form = useForm({ resolver: zodResolver(Draft), defaultValues: { name: '' } })
  const { errors } = form.formState
  const navigate = useNavigate()
  const create = useAction('chatCreate', (send, draft: z.output<typeof Draft>) => createChat(send, draft), {
    onError: (failure) => errorsOntoFields(form, failure),
  })
  const error = errorAboveForm(form, create.error)
  const submit = form.handleSubmit((draft) =>
    create.mutate(draft, {
      onSuccess: ({ chatId }) => {
        onCreated(chatId)
        void navigate(to.setting(chatId, 'networkOneLogin'))
      },
    }),
  )
  return (
    <form className="stack gap-6" onSubmit={(event) => void submit(event)} noValidate>
      {error !== null && <NotSaved error={error} title="Not created." kept="The name is kept." />}
      <div className="beside">
        <TextInput
          flex="0 1 260px"
          aria-label="Chat name"
          placeholder="Chat name"
          autoComplete="off"
          error={fieldError(errors.name && (form.getValues('name') ? errors.name.message : 'Give the chat a name'))}
          {...form.register('name')}
        />
        <Button type="submit" className="rigid" variant="filled" loading={create.isPending} icon="plus">
          Create chat
        </Button>
      </div>
      <p className="meta">Opens the settings of the new chat.</p>
    </form>
  )
}
