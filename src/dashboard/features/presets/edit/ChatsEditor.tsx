import { Radio, Stack } from '@mantine/core'
import { useRef } from 'react'
import type { Chat } from '#contract/chats.ts'
import type { Preset } from '#contract/presets/preset.ts'
import type { ChatLabels } from '#dashboard/platform/chats/chat-labels.ts'
import { ChatPicker } from '#dashboard/platform/chats/ChatPicker.tsx'
import { labelsOf } from '#dashboard/platform/chats/read-labels.ts'
import { Chip, Chips } from '#dashboard/ui/feedback/Chip.tsx'

type PresetChats = Preset['chats']
type SomeChats = Exclude<PresetChats, 'all'>

interface ChatsEditorProps {
  chats: Chat[]
  labels: ChatLabels
  value: PresetChats
  onChange: (value: PresetChats) => void
}

/** The chats that are chosen when the preset is turned on: all, or those with a label and single ones. */
export function ChatsEditor({ chats, labels, value, onChange }: ChatsEditorProps) {
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
        label="Chats"
        description="Selected when the preset is turned on. You can change the selection then."
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
