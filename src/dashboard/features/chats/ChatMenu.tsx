import { Menu } from '@mantine/core'
import type { Chat } from '#contract/chats.ts'
import { refreshGateway, useGatewayAction } from '#dashboard/platform/api/gateway-query.ts'
import { pinnedChats } from '#dashboard/platform/chats/chat-labels.ts'
import { chatHome } from '#dashboard/platform/chats/chat-home.ts'
import { useMay, useSeesHistory } from '#dashboard/platform/session/rights.ts'
import { to } from '#dashboard/platform/to.ts'
import { MenuItem } from '#dashboard/ui/overlay/MenuItem.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
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
  const pinning = useGatewayAction(
    'pinAdd',
    (send, pins: boolean) => send(pins ? 'pinAdd' : 'pinRemove', { params: { chatId: chat.id } }).finally(() => refreshGateway('pinList')),
    { isBare: true },
  )
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
      {may('chats.create') && <MenuItem icon="copy" label="Duplicate…" onClick={onDuplicate} />}
      {onLabel && may('chats.label', chat.id) && <MenuItem icon="edit" label="Labels…" onClick={onLabel} />}
      <MenuItem icon="pin" label={isPinned ? 'Unpin' : 'Pin to the top'} onClick={() => pinning.mutate(!isPinned)} />
      {!may('settings.write', chat.id) ? null : chat.offline ? (
        <MenuItem icon="play" label="Bring online" onClick={() => bringOnline()} />
      ) : (
        <MenuItem icon="offline" label="Take offline…" onClick={() => takeOffline([chat])} />
      )}
      {seesHistory && (
        <Menu.Item component={PageLink} to={to.changes({ chatId: chat.id })} leftSection={<Icon name="clock" />}>
          Changes in this chat
        </Menu.Item>
      )}
      {may('settings.read', chat.id) && (
        <Menu.Item component={PageLink} to={to.compareMoments(chat.id)} leftSection={<Icon name="toggles" />}>
          Compare two moments
        </Menu.Item>
      )}
      {mayDelete && <Menu.Divider />}
      {mayDelete && <MenuItem icon="trash" label="Delete…" isDanger onClick={() => remove([chat], onDeleted)} />}
    </>
  )
}
