import { Anchor } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { Chat } from '#contract/chats.ts'
import { endpointQuery } from '#dashboard/platform/api/query.ts'
import { ChatPicker } from '#dashboard/platform/chats/ChatPicker.tsx'
import { useMay } from '#dashboard/platform/session/rights.ts'

interface ChatsToPostProps {
  /** null: only the chat whose messages are open. */
  chosen: ReadonlySet<number> | null
  here: Chat
  onChoose: (chosen: ReadonlySet<number>) => void
  error: string | undefined
}

/** The chats in which somebody may post. */
export function useChatsToPost(): Chat[] {
  const may = useMay()
  return useSuspenseQuery(endpointQuery('chatList', {})).data.data.filter(({ id }) => may('messages.write', id))
}

/** Where an announcement goes: to this chat, or to chosen ones. */
export function ChatsToPost({ chosen, here, onChoose, error }: ChatsToPostProps) {
  const chats = useChatsToPost()
  if (chats.length < 2) return null
  if (chosen === null)
    return (
      <Anchor component="button" type="button" fz="help" ta="start" onClick={() => onChoose(new Set([here.id]))}>
        Post to several chats…
      </Anchor>
    )
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
