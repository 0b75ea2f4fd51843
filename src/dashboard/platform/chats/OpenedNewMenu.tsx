import { Menu } from '@mantine/core'
import type { Chat } from '#contract/chats.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { to } from '#dashboard/platform/to.ts'
import { MenuItem } from '#dashboard/ui/overlay/MenuItem.tsx'
import { OpenedMenu } from '#dashboard/ui/overlay/OpenedMenu.tsx'
import type { OverlayButton } from '#dashboard/ui/overlay/OverlayFallback.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { Icon, type IconName } from '#dashboard/ui/theme/icons.tsx'
import { newAnnouncement, newPoll } from './new-in-chats.ts'

export interface NewMenuProps {
  button: OverlayButton
  /** All of them. */
  chats: Chat[]
  /** Where the form for a new chat opens on this page. */
  onChat?: () => void
}

/** Each item leads to the page with its form. */
export function OpenedNewMenu({ button, chats, onChat }: NewMenuProps) {
  const may = useMay()
  const poll = newPoll(chats, may)
  const announcement = newAnnouncement(chats, may)
  const item = (icon: IconName, label: string, path: string) => (
    <Menu.Item component={PageLink} to={path} leftSection={<Icon name={icon} />}>
      {label}
    </Menu.Item>
  )
  return (
    <OpenedMenu
      button={button}
      items={() => (
        <>
          {may('chats.create') &&
            (onChat ? <MenuItem icon="chats" label="Chat" onClick={onChat} /> : item('chats', 'Chat', to.chats({ open: 'new' })))}
          {poll && item('polls', poll.isInSeveral ? 'Poll in several chats' : 'Poll', poll.path)}
          {announcement && item('messages', 'Announcement', announcement.path)}
        </>
      )}
    />
  )
}
