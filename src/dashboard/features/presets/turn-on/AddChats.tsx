import { Button, Popover } from '@mantine/core'
import { useState } from 'react'
import type { Chat } from '#contract/chats.ts'
import { ChatPicker } from '#dashboard/platform/chats/ChatPicker.tsx'
import { plural } from '#dashboard/ui/format/numbers.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'

/** Adds chats to the table that the preset does not name. @param chats those that are not in it yet */
export function AddChats({ chats, onAdd }: { chats: Chat[]; onAdd: (ids: number[]) => void }) {
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={320} trapFocus returnFocus withinPortal={false}>
      <Popover.Target>
        <Button size="xs" leftSection={<Icon name="plus" size={14} />} onClick={() => setOpen(!isOpen)}>
          Add chats
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={12}>
        <ChatPicker label="Chats" chats={chats} chosen={chosen} onChoose={setChosen} />
        <Button
          size="xs"
          mt={8}
          fullWidth
          {...(chosen.size === 0 && { 'data-disabled': true, 'aria-disabled': true })}
          onClick={() => {
            if (chosen.size === 0) return
            onAdd([...chosen])
            setChosen(new Set())
            setOpen(false)
          }}
        >
          {chosen.size === 0 ? 'Add' : plural(chosen.size, 'Add {count} chat', 'Add {count} chats')}
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}
