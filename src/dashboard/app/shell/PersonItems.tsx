import { Menu } from '@mantine/core'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import type { OwnPart } from './PersonMenu.tsx'

export const PersonItems = ({ onOpen, onSignOut }: { onOpen: (part: OwnPart) => void; onSignOut: () => void }) => (
  <>
    <Menu.Item leftSection={<Icon name="key" />} onClick={() => onOpen('passkeys')}>
      My passkeys
    </Menu.Item>
    <Menu.Item leftSection={<Icon name="monitor" />} onClick={() => onOpen('sessions')}>
      My sessions
    </Menu.Item>
    <Menu.Item leftSection={<Icon name="refresh" />} onClick={() => onOpen('codes')}>
      New recovery codes…
    </Menu.Item>
    <Menu.Divider />
    <Menu.Item leftSection={<Icon name="signOut" />} onClick={onSignOut}>
      Sign out
    </Menu.Item>
  </>
)
