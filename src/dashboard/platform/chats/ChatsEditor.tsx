import { Radio, Stack } from '@mantine/core'
import { useRef } from 'react'
import type { Chat } from '#contract/chats.ts'
import { Chip, Chips } from '#dashboard/ui/feedback/Chip.tsx'
import type { ChatLabels } from './chat-labels.ts'
import { ChatPicker } from './ChatPicker.tsx'
import type { ChatChoice } from './chosen-chats.ts'
import { labelsOf } from './read-labels.ts'

type SomeChats = Exclude<ChatChoice, 'all'>

interface ChatsEditorProps {
  label?: string
  description?: string
  chats: Chat[]
  labels: ChatLabels
  value: ChatChoice
  onChange: (value: ChatChoice) => void
}

/** Chooses all chats, or those with a label and single ones. */
export function ChatsEditor({ label = 'Chats', description, chats, labels, value, onChange }: ChatsEditorProps) {
  // What was chosen comes back when "Only these" does.
  const some = useRef<SomeChats>(value === 'all' ? { labels: [], chatIds: [] } : value)
  const change = (next: SomeChats) => {
    some.current = next
    onChange(next)
  }
  const known = labelsOf(labels, chats)
  return (
    <Stack gap="sm">
      <Radio.Group
        label={label}
        description={description}
        value={value === 'all' ? 'all' : 'some'}
        onChange={(next) => onChange(next === 'all' ? 'all' : some.current)}
      >
        <Stack gap="sm" mt={8}>
          <Radio size="xs" value="all" label="All chats, including new ones" />
          <Radio size="xs" value="some" label="Only these" />
        </Stack>
      </Radio.Group>
      {value !== 'all' && (
        <>
          {known.length > 0 && (
            <Chips label="Chats with a label">
              {known.map((label) => (
                <Chip
                  key={label}
                  label={label}
                  holds={chats.filter(({ id }) => labels.get(id)?.includes(label)).length}
                  on={value.labels.includes(label)}
                  onToggle={() =>
                    change({
                      ...value,
                      labels: value.labels.includes(label) ? value.labels.filter((other) => other !== label) : [...value.labels, label],
                    })
                  }
                />
              ))}
            </Chips>
          )}
          <ChatPicker
            label="These chats"
            chats={chats}
            chosen={new Set(value.chatIds)}
            onChoose={(chosen) => change({ ...value, chatIds: [...chosen] })}
          />
        </>
      )}
    </Stack>
  )
}
