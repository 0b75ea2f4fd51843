import { Menu } from '@mantine/core'
import type { Chat } from '#contract/chats.ts'
import { useAction } from '#dashboard/platform/api/actions.ts'
import { changeLabels } from '#dashboard/platform/chats/change-labels.ts'
import { pinnedChats } from '#dashboard/platform/chats/chat-labels.ts'
import { chatHome } from '#dashboard/platform/chats/open-tabs.ts'
import { useMay, useSeesHistory } from '#dashboard/platform/session/rights.ts'
import { to } from '#dashboard/platform/to.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { toastError } from '#dashboard/ui/feedback/toast.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { remove, takeOffline, useBringOnline } from './actions.tsx'

/** The actions of a chat, in its row and in its header. @param onDeleted called once the chat is deleted */
export function ChatMenu({
  chat,
  onDuplicate,
  onLabel,
  onDeleted,
  inChat,
}: {
  chat: Chat
  onDuplicate: () => void
  /** Opens its labels; left out where they are not shown. */
  onLabel?: () => void
  onDeleted?: () => void
  inChat?: boolean
}) {
  const bringOnline = useBringOnline([chat])
  const isPinned = pinnedChats.use().has(chat.id)
  const pinning = useAction(null, (_, pinned: boolean) => changeLabels([chat.id], { pinned }), {
    onError: (error) => toastError('The pin was not changed', error),
  })
  const may = useMay()
  const seesHistory = useSeesHistory()
  const mayDelete = may('chats.delete', chat.id)
  return (
    <>
      {!inChat && (
        <Menu.Item component={PageLink} to={chatHome(may, chat.id)} leftSection={<Icon name="settings" />}>
          Open
        </Menu.Item>
      )}
      {may('chats.create') && (
        <Menu.Item leftSection={<Icon name="copy" />} onClick={onDuplicate}>
          Duplicate…
        </Menu.Item>
      )}
      {onLabel && may('chats.label', chat.id) && (
        <Menu.Item leftSection={<Icon name="edit" />} onClick={onLabel}>
          Labels…
        </Menu.Item>
      )}
      {onLabel && may('chats.label', chat.id) && (
        <Menu.Item leftSection={<Icon name="pin" />} onClick={() => pinning.mutate(!isPinned)}>
          {isPinned ? 'Unpin' : 'Pin to the top'}
        </Menu.Item>
      )}
      {!may('settings.write', chat.id) ? null : chat.offline ? (
        <Menu.Item leftSection={<Icon name="play" />} onClick={() => bringOnline()}>
          Bring online
        </Menu.Item>
      ) : (
        <Menu.Item leftSection={<Icon name="offline" />} onClick={() => takeOffline([chat])}>
          Take offline…
        </Menu.Item>
      )}
      {seesHistory && (
        <Menu.Item component={PageLink} to={to.activity({ chatId: chat.id })} leftSection={<Icon name="clock" />}>
          History
        </Menu.Item>
      )}
      {mayDelete && <Menu.Divider />}
      {mayDelete && (
        <Menu.Item c="red" leftSection={<Icon name="trash" />} onClick={() => remove([chat], onDeleted)}>
          Delete…
        </Menu.Item>
      )}
    </>
  )
}
