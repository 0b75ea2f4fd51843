import { Popover } from '@mantine/core'
import type { Chat } from '#contract/chats.ts'
import { ChatPicker } from '#dashboard/platform/chats/ChatPicker.tsx'
import { unstyledButton } from '#dashboard/ui/form/PlainButton.tsx'
import { count } from '#dashboard/ui/format/numbers.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'

interface ChatsButtonProps {
  all: readonly Chat[]
  /** null: all of them. */
  chosen: readonly number[] | null
  /** How many are shown. */
  shown: number
  onChange: (chosen: readonly number[] | null) => void
}

/** Which chats are shown, chosen one by one. None chosen shows all of them. */
export function ChatsButton({ all, chosen, shown, onChange }: ChatsButtonProps) {
  return (
    <Popover position="bottom-start" width={340} trapFocus returnFocus>
      <Popover.Target>
        <button type="button" className={`chip ${unstyledButton}`} data-on={chosen !== null || undefined}>
          Chats <span className="faint regular num">{count(shown)}</span> <Icon name="down" size={12} />
        </button>
      </Popover.Target>
      <Popover.Dropdown p="sm">
        <ChatPicker
          label="Chats to show"
          chats={[...all]}
          chosen={new Set(chosen ?? [])}
          onChoose={(ids) => onChange(ids.size === 0 || ids.size === all.length ? null : [...ids])}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
