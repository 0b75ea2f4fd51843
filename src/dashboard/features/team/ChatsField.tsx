import { Radio, Stack } from '@mantine/core'
import { useRef } from 'react'
import type { Chat } from '#contract/chats.ts'
import { ChatPicker } from '#dashboard/platform/chats/ChatPicker.tsx'
import { asSentence } from '#dashboard/ui/form/form-errors.tsx'
import { chatsIn, chatsText } from './person/person-fields.ts'

interface ChatsFieldProps {
  chats: Chat[]
  /** `all`, or ids: "3,7". */
  value: string
  onChange: (value: string) => void
  error: string | undefined
}

/** All chats, or those that are chosen. */
export function ChatsField({ chats, value, onChange, error }: ChatsFieldProps) {
  // What was chosen comes back when "Only these" does.
  const chosenBefore = useRef(value === 'all' ? '' : value)
  const granted = chatsIn(value)
  return (
    <Stack gap="sm">
      <Radio.Group
        label="Chats"
        value={value === 'all' ? 'all' : 'some'}
        onChange={(next) => {
          if (next === 'all') chosenBefore.current = value
          onChange(next === 'all' ? 'all' : chosenBefore.current)
        }}
      >
        <Stack gap="sm" mt={8}>
          <Radio size="xs" value="all" label="All chats, including new ones" />
          <Radio size="xs" value="some" label="Only these" />
        </Stack>
      </Radio.Group>
      {granted !== 'all' && (
        <ChatPicker
          label="These chats"
          chats={chats}
          chosen={new Set(granted)}
          onChoose={(chosen) => onChange(chatsText([...chosen]))}
          {...(error !== undefined && { error: asSentence(error) })}
        />
      )}
    </Stack>
  )
}
