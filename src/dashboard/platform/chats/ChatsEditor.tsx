import { Radio, Stack } from '@mantine/core'
import { useId, useRef, type ReactNode } from 'react'
import type { Chat } from '#contract/chats.ts'
import { Chip, Chips } from '#dashboard/ui/feedback/Chip.tsx'
import type { ChatLabels } from './chat-labels.ts'
import { ChatPicker } from './ChatPicker.tsx'
import type { ChatChoice } from '#contract/chat-choice.ts'
import { labelsOf } from './read-labels.ts'

type SomeChats = Exclude<ChatChoice, 'all'>

interface ChatsEditorProps {
  description?: string
  chats: Chat[]
  labels: ChatLabels
  value: ChatChoice
  onChange: (value: ChatChoice) => void
  /** Why the person can choose single chats only (`singleChatsReason`); null: they can choose all, and labels. */
  onlySingle: string | null
  error?: ReactNode
}

/** Chooses all chats, or those with a label and single ones. What the person could not choose can only be taken out. */
export function ChatsEditor({ description, chats, labels, value, onChange, onlySingle, error }: ChatsEditorProps) {
  const reasonId = useId()
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
        description={description}
        error={error}
        value={value === 'all' ? 'all' : 'some'}
        onChange={(next) => onChange(next === 'all' ? 'all' : some.current)}
      >
        <Stack gap="sm" mt={8}>
          <Radio
            size="xs"
            value="all"
            label="All chats, including new ones"
            {...(onlySingle !== null && { disabled: true, 'aria-describedby': reasonId })}
          />
          <Radio size="xs" value="some" label="Only these" />
        </Stack>
      </Radio.Group>
      {onlySingle !== null && (
        <p id={reasonId} className="help">
          {onlySingle}
        </p>
      )}
      {value !== 'all' && (
        <>
          {known.length > 0 && (
            <Chips label="Chats with a label">
              {known.map((label) => {
                const isOn = value.labels.includes(label)
                return (
                  <Chip
                    key={label}
                    label={label}
                    holds={chats.filter(({ id }) => labels.get(id)?.includes(label)).length}
                    on={isOn}
                    reasonId={onlySingle !== null && !isOn ? reasonId : undefined}
                    onToggle={() =>
                      change({ ...value, labels: isOn ? value.labels.filter((other) => other !== label) : [...value.labels, label] })
                    }
                  />
                )
              })}
            </Chips>
          )}
          <ChatPicker
            label="These chats"
            chats={chats}
            // Others are not theirs to keep.
            chosen={new Set(onlySingle === null ? value.chatIds : value.chatIds.filter((chatId) => chats.some(({ id }) => id === chatId)))}
            onChoose={(chosen) => change({ ...value, chatIds: [...chosen] })}
          />
        </>
      )}
    </Stack>
  )
}
