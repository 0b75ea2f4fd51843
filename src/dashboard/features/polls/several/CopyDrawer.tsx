import { Switch } from '#dashboard/ui/form/Switch.tsx'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Poll } from '#contract/polls.ts'
import { ChatPicker } from '#dashboard/platform/chats/ChatPicker.tsx'
import { useGatewayAction } from '#dashboard/platform/api/gateway-query.ts'
import { endpointQuery } from '#dashboard/platform/api/query.ts'
import { useStartOnce } from '#dashboard/platform/jobs/once-job.ts'
import { FormDrawer } from '#dashboard/platform/saving/FormDrawer.tsx'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { emptyText } from '../draft.ts'
import { textOf, type PollText } from '#engine/polls/poll-text.ts'
import { PollFields, StartFrom, usePollForm } from '../editor/PollFields.tsx'
import { quoted } from '../state.ts'
import { chatTitle } from '#contract/chat-title.ts'

interface CopyDrawerProps {
  chatId: number
  /** The poll to copy; null: a new poll is written for several chats at once. */
  poll: Poll | null
  /** A new one is asked in this chat unless the person says otherwise. */
  isHere?: boolean
  onClose: () => void
}

export function CopyDrawer({ chatId, poll, isHere = false, onClose }: CopyDrawerProps) {
  const form = usePollForm(poll ? textOf(poll) : emptyText)
  const chats = useSuspenseQuery(endpointQuery('chatList', {})).data.data.filter(({ id }) => !poll || id !== chatId)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set(isHere ? [chatId] : []))
  const [send, setSend] = useState(false)

  const targets = chats.filter(({ id }) => chosen.has(id))
  const submit = (sending: boolean) =>
    form.handleSubmit((text) => {
      if (targets.length > 0) starting.mutate({ text, sending })
    })

  const startOnce = useStartOnce()
  const starting = useGatewayAction(
    'jobStart',
    async (_, { text, sending }: { text: PollText; sending: boolean }) => {
      const chats = counted(targets.length, 'chat')
      await startOnce({
        kind: 'polls-create',
        title: sending ? `Sending ${quoted(text.question)} to ${chats}` : `Saving ${quoted(text.question)} in ${chats}`,
        doneTitle: `${quoted(text.question)} is in ${chats}`,
        chats: targets.map((chat) => ({ chatId: chat.id, chatName: chatTitle(chat) })),
        poll: textOf(text),
        isSent: sending,
        alike: poll ? [{ chatId, pollId: poll.id }] : [],
      })
      onClose()
    },
    { errorTitle: () => 'The poll was saved in no chat' },
  )

  const chosenChats = targets.length > 0 ? counted(targets.length, 'chat') : null
  return (
    <FormDrawer
      title={poll ? `Copy ${quoted(poll.question)}` : 'Ask in several chats'}
      onClose={onClose}
      {...(poll ? {} : { first: { submit: 'Save', onSubmit: submit(false) } })}
      form={form}
      action={starting}
      onSubmit={submit(poll ? send : true)}
      submit={poll ? (chosenChats ? `Copy to ${chosenChats}` : 'Copy') : chosenChats ? `Save and send in ${chosenChats}` : 'Save and send'}
      failed="Nothing was saved"
    >
      {!poll && <StartFrom onStart={(text) => form.reset(text, { keepDefaultValues: true })} />}
      {!poll && <PollFields form={form} />}
      <ChatPicker
        label={poll ? 'Copy to' : 'Ask in'}
        chats={chats}
        chosen={chosen}
        onChoose={setChosen}
        {...(form.formState.isSubmitted && targets.length === 0 ? { error: 'Choose at least one chat' } : {})}
      />
      {poll && (
        <Switch
          label="Send it at once"
          description="Users in these chats see it at once. Otherwise it is saved without being sent."
          checked={send}
          onChange={(event) => setSend(event.currentTarget.checked)}
        />
      )}
    </FormDrawer>
  )
}
