import { Button, Modal, Stack } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { chatTitle } from '#contract/chat-title.ts'
import { endpointQuery } from '#dashboard/platform/api/query.ts'
import { Loading } from '#dashboard/ui/feedback/Loading.tsx'
import { LoadError } from '#dashboard/ui/feedback/notices.tsx'
import { DialogFoot } from '#dashboard/ui/form/DialogFoot.tsx'
import { SearchSelect } from '#dashboard/ui/form/SearchSelect.tsx'
import { type PollText, textOf } from '#engine/polls/poll-text.ts'
import classes from '../polls.module.css'
import { TextItem } from '../TextItem.tsx'
import { isShown, sorted } from '../view.ts'

interface FromChatDialogProps {
  chatId: number
  onUse: (text: PollText) => void
  onClose: () => void
}

/** Selects a poll of another chat as a starting point. Nothing is sent until the drawer that opens is saved. */
export function FromChatDialog({ chatId, onUse, onClose }: FromChatDialogProps) {
  const chats = useSuspenseQuery(endpointQuery('chatList', {})).data.data.filter(({ id }) => id !== chatId)
  const [from, setFrom] = useState<number | null>(null)
  return (
    <Modal opened onClose={onClose} size={560} title="Copy from another chat">
      <Stack gap="lg">
        <SearchSelect
          label="Chat"
          placeholder={chats.length > 0 ? 'Choose a chat' : 'There is no other chat'}
          nothingFound="No such chat"
          data-autofocus
          data={chats
            .map((chat) => ({ value: String(chat.id), label: chatTitle(chat) }))
            .toSorted((a, b) => a.label.localeCompare(b.label))}
          value={from === null ? null : String(from)}
          onChange={(id) => setFrom(Number(id))}
        />
        {from !== null && <PollsOf chatId={from} onUse={onUse} />}
        <DialogFoot>
          <Button onClick={onClose}>Close</Button>
        </DialogFoot>
      </Stack>
    </Modal>
  )
}

function PollsOf({ chatId, onUse }: { chatId: number; onUse: (text: PollText) => void }) {
  const reading = useQuery(endpointQuery('pollList', { params: { chatId } }))
  if (reading.isPending) return <Loading what="the polls" className="" />
  if (!reading.data)
    return <LoadError what="The polls of this chat" error={reading.error} retry={reading.refetch} busy={reading.isFetching} />
  const polls = sorted(
    reading.data.data.filter((poll) => isShown(poll, 'all')),
    'newest',
  )
  if (polls.length === 0) return <p className="help">This chat has no polls.</p>
  return (
    <ul className={classes.list} aria-label="Polls of that chat">
      {polls.map((poll) => (
        <TextItem key={poll.id} text={textOf(poll)} onUse={onUse} />
      ))}
    </ul>
  )
}
