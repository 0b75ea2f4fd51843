import { Popover } from '@mantine/core'
import { useState } from 'react'
import type { Chat } from '#contract/chats.ts'
import { SearchSelect } from '#dashboard/ui/form/SearchSelect.tsx'
import { unstyledButton } from '#dashboard/ui/form/PlainButton.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { chatTitle } from '#contract/chat-title.ts'

interface DiffersButtonProps {
  all: readonly Chat[]
  chosen: number | null
  onChange: (chatId: number | null) => void
}

/** Shows only chats that differ from one. */
export function DiffersButton({ all, chosen, onChange }: DiffersButtonProps) {
  const [opened, setOpened] = useState(false)
  const chat = all.find(({ id }) => id === chosen)
  if (chat)
    return (
      <button type="button" className={`chip ${unstyledButton}`} aria-pressed onClick={() => onChange(null)}>
        <bdi>Differs from {chatTitle(chat)}</bdi> <Icon name="x" size={12} />
      </button>
    )
  return (
    // The list of choices lies outside of it: a click there must not close it before it is heard.
    <Popover opened={opened} onChange={setOpened} position="bottom-start" width={300} trapFocus returnFocus closeOnClickOutside={false}>
      <Popover.Target>
        <button type="button" className={`chip ${unstyledButton}`} onClick={() => setOpened(!opened)}>
          Differs from… <Icon name="down" size={12} />
        </button>
      </Popover.Target>
      <Popover.Dropdown p="sm" onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && setOpened(false)}>
        <SearchSelect
          label="Chats that differ from"
          nothingFound="No chat matches"
          data-autofocus
          value={null}
          data={all.map((chat) => ({ value: String(chat.id), label: `${chatTitle(chat)} (${chat.hash})` }))}
          limit={50}
          onChange={(id) => {
            setOpened(false)
            onChange(Number(id))
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
