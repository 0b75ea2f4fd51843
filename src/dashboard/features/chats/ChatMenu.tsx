import { Menu } from '@mantine/core'
import type { Chat } from '#contract/chats.ts'
import { to } from '#dashboard/platform/to.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { remove, takeOffline, useBringOnline } from './actions.tsx'

/** The actions of a chat, in its row and in its header. @param onDeleted called once the chat is deleted */
export function ChatMenu({
  chat,
  onDuplicate,
  onDeleted,
  inChat,
}: {
  chat: Chat
  onDuplicate: () => void
  onDeleted?: () => void
  inChat?: boolean
}) {
  const bringOnline = useBringOnline([chat])
  return (
    <>
      {!inChat && (
        <Menu.Item component={PageLink} to={to.settings(chat.id)} leftSection={<Icon name="settings" />}>
          Open
        </Menu.Item>
      )}
      <Menu.Item leftSection={<Icon name="copy" />} onClick={onDuplicate}>
        Duplicate…
      </Menu.Item>
      {chat.offline ? (
        <Menu.Item leftSection={<Icon name="play" />} onClick={() => bringOnline()}>
          Bring online
        </Menu.Item>
      ) : (
        <Menu.Item leftSection={<Icon name="offline" />} onClick={() => takeOffline([chat])}>
          Take offline…
        </Menu.Item>
      )}
      <Menu.Divider />
      <Menu.Item c="red" leftSection={<Icon name="trash" />} onClick={() => remove([chat], onDeleted)}>
        Delete…
      </Menu.Item>
    </>
  )
}
