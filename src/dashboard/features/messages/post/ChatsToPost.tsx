import { PlainLinkButton } from '#dashboard/ui/form/Button.tsx'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { chatTitle } from '#contract/chat-title.ts'
import type { Chat } from '#contract/chats.ts'
import { confirm } from '#dashboard/platform/api/confirm.tsx'
import { endpointQuery } from '#dashboard/platform/api/query.ts'
import { useGatewayAction } from '#dashboard/platform/api/gateway-query.ts'
import { ChatPicker } from '#dashboard/platform/chats/ChatPicker.tsx'
import { useStartOnce } from '#dashboard/platform/jobs/once-job.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { counted, plural } from '#dashboard/ui/format/numbers.ts'
import { bodyOf, noteSent, type PostFields, secondsSinceSent } from './posting.ts'

function useChatsToPost(): Chat[] {
  const may = useMay()
  return useSuspenseQuery(endpointQuery('chatList', {})).data.data.filter(({ id }) => may('messages.write', id))
}

interface AnnouncementOptions {
  accountId: number
  chat: Chat
  isHere: boolean
  onPosted: (fields: PostFields) => void
  onClose: () => void
}

/** A message to chosen chats instead of the one whose messages are open, as a job. */
export function useAnnouncement({ accountId, chat, isHere, onPosted, onClose }: AnnouncementOptions) {
  /** null: only this chat. */
  const [chosen, choose] = useState<ReadonlySet<number> | null>(isHere ? null : new Set())
  const targets = useChatsToPost().filter(({ id }) => chosen?.has(id))

  const startOnce = useStartOnce()
  const starting = useGatewayAction(
    'jobStart',
    async (_, fields: PostFields) => {
      const chats = counted(targets.length, 'chat')
      // Before it is stored: where the answer is lost, it may have been.
      for (const { id } of targets) noteSent({ accountId, chatId: id }, fields.text)
      await startOnce({
        kind: 'posts',
        title: `Posting to ${chats}`,
        doneTitle: `Posted to ${chats}`,
        chats: targets.map((target) => ({ chatId: target.id, chatName: chatTitle(target) })),
        message: bodyOf(fields),
      })
      onPosted(fields)
      onClose()
    },
    { errorTitle: () => 'Nothing was posted' },
  )

  function announce(fields: PostFields) {
    if (targets.length === 0) return
    const again = targets.filter(({ id }) => secondsSinceSent({ accountId, chatId: id }, fields.text) !== null)
    if (again.length === 0) return starting.mutate(fields)
    confirm({
      title: 'Post the same again?',
      body: plural(
        again.length,
        'The same text was sent to {name} just now.',
        'The same text was sent to {count} of these chats just now.',
        {
          name: again[0] ? chatTitle(again[0]) : '',
        },
      ),
      confirmLabel: 'Post again',
      run: async () => starting.mutate(fields),
    })
  }

  /** One chat that is this one is posted to as ever, with its own look after a lost answer. */
  const isElsewhere = chosen !== null && (targets.length !== 1 || targets[0]?.id !== chat.id)
  return { chosen, choose, targets, isElsewhere, announce, starting }
}

interface ChatsToPostProps {
  /** null: only the chat whose messages are open. */
  chosen: ReadonlySet<number> | null
  here: Chat
  onChoose: (chosen: ReadonlySet<number>) => void
  error: string | undefined
}

/** Where an announcement goes: to this chat, or to chosen ones. */
export function ChatsToPost({ chosen, here, onChoose, error }: ChatsToPostProps) {
  const chats = useChatsToPost()
  if (chats.length < 2) return null
  if (chosen === null) return <PlainLinkButton onClick={() => onChoose(new Set([here.id]))}>Post to several chats…</PlainLinkButton>
  return (
    <ChatPicker
      label="Post to"
      chats={chats}
      chosen={chosen}
      onChoose={onChoose}
      describe={({ systemMessages }) => (systemMessages ? '' : 'System messages are off')}
      {...(error !== undefined && { error })}
    />
  )
}
