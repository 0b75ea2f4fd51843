import { useState, type RefObject } from 'react'
import type { SettingName } from '#contract/settings.ts'
import { VirtualRows } from '#dashboard/ui/table/VirtualRows.tsx'
import type { CellContext } from '../model/cell.ts'
import type { MatrixChat } from '../model/matrix-chat.ts'
import { ChatValue } from './ChatValue.tsx'

interface ChatValuesProps {
  name: SettingName
  chats: readonly MatrixChat[]
  context: CellContext
  scroller: RefObject<HTMLElement | null>
}

/** The value of one setting in each chat; those that were edited when it was opened come first, and nothing moves while it is edited. */
export function ChatValues({ name, chats, context, scroller }: ChatValuesProps) {
  const [first] = useState(() => new Set(chats.filter(({ edited }) => edited.includes(name)).map(({ id }) => id)))
  const [opened, setOpened] = useState<number | null>(null)
  const ordered = first.size === 0 ? chats : [...chats.filter(({ id }) => first.has(id)), ...chats.filter(({ id }) => !first.has(id))]
  return (
    <ul>
      <VirtualRows
        count={ordered.length}
        keyOf={(index) => ordered[index]?.id ?? index}
        estimate={() => 49}
        scroller={scroller}
        spacer="li"
        row={(index, measure) => {
          const chat = ordered[index]!
          return (
            <ChatValue
              key={chat.id}
              {...{ name, chat, context, index, measure }}
              isOpen={chat.id === opened}
              onOpen={(isOpen) => setOpened(isOpen ? chat.id : null)}
            />
          )
        }}
      />
    </ul>
  )
}
