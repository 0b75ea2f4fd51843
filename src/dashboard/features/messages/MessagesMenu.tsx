import { ActionIcon, Menu } from '@mantine/core'
import { useMay } from '#dashboard/platform/session/rights.ts'
import type { Chat } from '#contract/chats.ts'
import { ActionMenu } from '#dashboard/ui/overlay/ActionMenu.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { confirmDeleteAll } from './delete/delete-all.tsx'
import { showPictures, showsPictures } from './text/pictures-switch.ts'
import type { ChangeView } from './view.ts'

interface MessagesMenuProps {
  chat: Chat
  change: ChangeView
  shown: number
  selected: number
  /** Moves the cursor of the list by a number of messages. */
  onMove: (by: number) => void
  onToggle: () => void
  onJump: () => void
  onSelectShown: () => void
  onClear: () => void
  /** null: the person may not delete messages here. */
  onDelete: (() => void) | null
  onUndo: (() => void) | null
  onOpenCard: () => void
  onLoadAll: (() => void) | null
  onExportAll: () => void
}

/** All actions of the messages view, with their keyboard shortcuts. */
export function MessagesMenu(props: MessagesMenuProps) {
  const { chat, change, shown, selected, onMove, onToggle, onJump, onSelectShown, onClear, onDelete, onUndo, onOpenCard, onLoadAll } = props
  const pictures = showsPictures.use()
  const may = useMay()
  const mayClear = may('messages.clear', chat.id)
  return (
    <ActionMenu
      width={280}
      button={
        <ActionIcon size="xs" aria-label="More actions for messages">
          <Icon name="more" />
        </ActionIcon>
      }
      items={() => (
        <>
          <Menu.Item leftSection={<Icon name="down" />} rightSection={<kbd>J</kbd>} closeMenuOnClick={false} onClick={() => onMove(1)}>
            Next message
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="up" />} rightSection={<kbd>K</kbd>} closeMenuOnClick={false} onClick={() => onMove(-1)}>
            Previous message
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="check" />} rightSection={<kbd>X</kbd>} onClick={onToggle}>
            Toggle selection
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="clock" />} rightSection={<kbd>G T</kbd>} onClick={onJump}>
            Jump to a time…
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<Icon name="check" />} disabled={shown === 0} onClick={onSelectShown}>
            Select all {count(shown)} shown
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="x" />} rightSection={<kbd>Esc</kbd>} disabled={selected === 0} onClick={onClear}>
            Clear the selection
          </Menu.Item>
          {onDelete && (
            <>
              <Menu.Item leftSection={<Icon name="trash" />} rightSection={<kbd>D</kbd>} disabled={selected === 0} onClick={onDelete}>
                {selected === 0 ? 'Delete selected messages' : `Delete ${counted(selected, 'selected message')}`}
              </Menu.Item>
              <Menu.Item
                leftSection={<Icon name="undo" />}
                rightSection={<kbd>U</kbd>}
                disabled={onUndo === null}
                onClick={onUndo ?? undefined}
              >
                Undo the deletion
              </Menu.Item>
            </>
          )}
          <Menu.Item leftSection={<Icon name="account" />} rightSection={<kbd>O</kbd>} onClick={onOpenCard}>
            Show author
          </Menu.Item>
          <Menu.Divider />
          {onLoadAll && (
            <Menu.Item leftSection={<Icon name="download" />} onClick={onLoadAll}>
              Load all in this range
            </Menu.Item>
          )}
          {may('settings.read', chat.id) && (
            <Menu.Item leftSection={<Icon name="filter" />} onClick={() => change({ open: 'lab' })}>
              Try the word filter…
            </Menu.Item>
          )}
          <Menu.Item leftSection={<Icon name={pictures ? 'eyeOff' : 'image'} />} onClick={() => showPictures(!pictures)}>
            {pictures ? 'Show pictures only when asked' : 'Always show pictures'}
          </Menu.Item>
          {mayClear && <Menu.Divider />}
          {mayClear && (
            <Menu.Item c="red" leftSection={<Icon name="trash" />} onClick={() => confirmDeleteAll(chat, { onExport: props.onExportAll })}>
              Delete all messages…
            </Menu.Item>
          )}
        </>
      )}
    />
  )
}
