import { Switch } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import type { Chat } from '#contract/chats.ts'
import type { Poll } from '#contract/polls.ts'
import { serviceNameFirst } from '#contract/provider-names.ts'
import { ChatPicker } from '#dashboard/platform/chats/ChatPicker.tsx'
import { endpointQuery, refresh } from '#dashboard/platform/api/query.ts'
import { runBatch } from '#dashboard/platform/jobs/batch.tsx'
import { FormDrawer } from '#dashboard/platform/saving/FormDrawer.tsx'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { toast, toastWarning } from '#dashboard/ui/feedback/toast.tsx'
import type { PollContext } from '../actions.tsx'
import { emptyText, textOf, type PollText } from '../draft.ts'
import { keepGroup, type GroupMember } from '../list/groups.ts'
import { PollFields } from '../editor/PollFields.tsx'
import { createPoll } from '../editor/save-poll.ts'
import { StartFrom } from '../editor/StartFrom.tsx'
import { usePollForm } from '../editor/use-poll-form.ts'
import { quoted } from '../short-title.ts'
import { chatTitle } from '#contract/chat-title.ts'

interface CopyDrawerProps {
  context: PollContext
  /** The poll to copy; null: a new poll is written for several chats at once. */
  poll: Poll | null
  onClose: () => void
}

/** Creates one poll in several chats and reports the result for each. Chats that failed stay selected. */
export function CopyDrawer({ context, poll, onClose }: CopyDrawerProps) {
  const form = usePollForm(poll ? textOf(poll) : emptyText)
  const chats = useSuspenseQuery(endpointQuery('chatList', {})).data.data.filter(({ id }) => !poll || id !== context.chatId)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set(poll ? [] : [context.chatId]))
  const [send, setSend] = useState(false)
  const [tried, setTried] = useState(false)
  const [members, setMembers] = useState<GroupMember[]>(poll ? [{ chatId: context.chatId, pollId: poll.id }] : [])

  const targets = chats.filter(({ id }) => chosen.has(id))
  function submit(event: FormEvent, sending: boolean) {
    event.preventDefault()
    setTried(true)
    void form.handleSubmit((text) => {
      if (targets.length > 0) putInto(targets, text, sending)
    })()
  }

  function putInto(targets: Chat[], text: PollText, sending: boolean) {
    const made: GroupMember[] = []
    const unsure: string[] = []
    runBatch({
      title: sending
        ? `Sending ${quoted(text.question)} to ${counted(targets.length, 'chat')}`
        : `Saving ${quoted(text.question)} in ${counted(targets.length, 'chat')}`,
      items: targets,
      idOf: ({ id }) => id,
      nameOf: chatTitle,
      writes: 'pollCreate',
      each: async (send, chat) => {
        const { id } = chat
        const { pollId, sent } = await createPoll(send, id, text, sending)
        made.push({ chatId: id, pollId })
        if (sending && !sent) unsure.push(chatTitle(chat))
      },
      onEnd: (done) => void end(done),
    })

    async function end(done: Chat[]) {
      const ids = new Set(done.map(({ id }) => id))
      setChosen(new Set(targets.filter(({ id }) => !ids.has(id)).map(({ id }) => id)))
      const all = [...members, ...made]
      setMembers(all)
      // Without the stored group, polls are still matched by equal text.
      await keepGroup(all).catch(() => {})
      await refresh('pollList').catch(() => {})
      for (const name of unsure)
        toastWarning(
          `${name}: the poll was saved but may not have been sent`,
          `${serviceNameFirst()} did not confirm it, and the poll has no sent date. Check the chat.`,
        )
      if (done.length < targets.length) return
      toast(`${quoted(text.question)} is in ${counted(done.length, 'chat')}`)
      onClose()
    }
  }

  const chosenChats = targets.length > 0 ? counted(targets.length, 'chat') : null
  return (
    <FormDrawer
      title={poll ? `Copy ${quoted(poll.question)}` : 'Ask in several chats'}
      onClose={onClose}
      {...(poll ? {} : { first: { submit: 'Save', onSubmit: (event: FormEvent) => submit(event, false) } })}
      onSubmit={(event) => submit(event, poll ? send : true)}
      submit={poll ? (chosenChats ? `Copy to ${chosenChats}` : 'Copy') : chosenChats ? `Save and send in ${chosenChats}` : 'Save and send'}
      saving={false}
      error={null}
      edited={form.formState.isDirty}
    >
      {!poll && <StartFrom onStart={(text) => form.reset(text, { keepDefaultValues: true })} />}
      {!poll && <PollFields form={form} />}
      <ChatPicker
        label={poll ? 'Copy to' : 'Ask in'}
        chats={chats}
        chosen={chosen}
        onChoose={setChosen}
        {...(tried && targets.length === 0 ? { error: 'Choose at least one chat' } : {})}
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
