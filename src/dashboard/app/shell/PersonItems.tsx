import { Menu } from '@mantine/core'
import { MenuItem } from '#dashboard/ui/overlay/MenuItem.tsx'
import type { OwnPart } from './PersonMenu.tsx'

export const PersonItems = ({ onOpen, onSignOut }: { onOpen: (part: OwnPart) => void; onSignOut: () => void }) => (
  <>
    <MenuItem icon="key" label="My passkeys" onClick={() => onOpen('passkeys')} />
    <MenuItem icon="monitor" label="My sessions" onClick={() => onOpen('sessions')} />
    <MenuItem icon="refresh" label="New recovery codes…" onClick={() => onOpen('codes')} />
    <Menu.Divider />
    <MenuItem icon="signOut" label="Sign out" onClick={onSignOut} />
  </>
)
