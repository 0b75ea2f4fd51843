import { Button } from '#dashboard/ui/form/Button.tsx'
import { Menu } from '@mantine/core'
import type { Invitation, Person } from '#contract/gateway/people.ts'
import { to } from '#dashboard/platform/to.ts'
import { MenuItem } from '#dashboard/ui/overlay/MenuItem.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import type { TeamActions } from './use-team-actions.tsx'

interface PersonItemsProps {
  person: Person
  onOpen: (id: string) => void
  actions: TeamActions
}

export const PersonItems = ({ person, onOpen, actions }: PersonItemsProps) => (
  <>
    <MenuItem icon="edit" label="Role and chats" onClick={() => onOpen(person.id)} />
    <Menu.Item component={PageLink} to={to.activity({ person: person.id })} leftSection={<Icon name="clock" />}>
      Activity
    </Menu.Item>
    <Menu.Divider />
    <MenuItem icon="trash" label="Remove…" isDanger reason={actions.lastOwnerReason(person)} onClick={() => actions.remove(person)} />
  </>
)

export const InvitationItems = ({ invitation, actions }: { invitation: Invitation; actions: TeamActions }) => (
  <>
    <MenuItem icon="link" label="New link…" onClick={() => actions.renew(invitation)} />
    <Menu.Divider />
    <MenuItem icon="trash" label="Revoke…" isDanger onClick={() => actions.revoke(invitation)} />
  </>
)

export const NewLink = ({ invitation, actions }: { invitation: Invitation; actions: TeamActions }) => (
  <Button size="xs" aria-label={`New link for ${invitation.name}`} onClick={() => actions.renew(invitation)}>
    New link
  </Button>
)
