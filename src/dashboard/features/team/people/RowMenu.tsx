import { Menu } from '@mantine/core'
import type { Invitation, Person } from '#contract/gateway/people.ts'
import { to } from '#dashboard/platform/to.ts'
import { PlainButton } from '#dashboard/ui/form/PlainButton.tsx'
import { MenuAction } from '#dashboard/ui/overlay/MenuAction.tsx'
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
    <Menu.Item leftSection={<Icon name="edit" />} onClick={() => onOpen(person.id)}>
      Role and chats
    </Menu.Item>
    <Menu.Item component={PageLink} to={to.activity({ person: person.id })} leftSection={<Icon name="clock" />}>
      Activity
    </Menu.Item>
    <Menu.Divider />
    <MenuAction icon="trash" isDanger reason={actions.lastOwnerReason(person)} onClick={() => actions.remove(person)}>
      Remove…
    </MenuAction>
  </>
)

export const InvitationItems = ({ invitation, actions }: { invitation: Invitation; actions: TeamActions }) => (
  <>
    <Menu.Item leftSection={<Icon name="link" />} onClick={() => actions.renew(invitation)}>
      New link…
    </Menu.Item>
    <Menu.Divider />
    <Menu.Item c="red" leftSection={<Icon name="trash" />} onClick={() => actions.revoke(invitation)}>
      Revoke…
    </Menu.Item>
  </>
)

export const NewLink = ({ invitation, actions }: { invitation: Invitation; actions: TeamActions }) => (
  <PlainButton size="xs" aria-label={`New link for ${invitation.name}`} onClick={() => actions.renew(invitation)}>
    New link
  </PlainButton>
)
