import { Menu } from '@mantine/core'
import type { Invitation, Person } from '#contract/workspace/people.ts'
import { to } from '#dashboard/platform/to.ts'
import { PlainButton, PlainIconButton } from '#dashboard/ui/form/PlainButton.tsx'
import { ActionMenu } from '#dashboard/ui/overlay/ActionMenu.tsx'
import { MenuAction } from '#dashboard/ui/overlay/MenuAction.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import type { TeamActions } from './use-team-actions.tsx'

const menuButton = (name: string) => (
  <PlainIconButton size="xs" aria-label={`Actions for ${name}`}>
    <Icon name="more" />
  </PlainIconButton>
)

export function PersonMenu({ person, onOpen, actions }: { person: Person; onOpen: () => void; actions: TeamActions }) {
  const reason = actions.lastOwnerReason(person)
  return (
    <ActionMenu
      button={menuButton(person.name)}
      items={() => (
        <>
          <Menu.Item leftSection={<Icon name="edit" />} onClick={onOpen}>
            Role and chats
          </Menu.Item>
          <Menu.Item component={PageLink} to={to.activity({ person: person.id })} leftSection={<Icon name="clock" />}>
            Activity
          </Menu.Item>
          <Menu.Divider />
          <MenuAction icon="trash" isDanger reason={reason} onClick={() => actions.remove(person)}>
            Remove…
          </MenuAction>
        </>
      )}
    />
  )
}

export const InvitationMenu = ({ invitation, actions }: { invitation: Invitation; actions: TeamActions }) => (
  <ActionMenu
    button={menuButton(invitation.name)}
    items={() => (
      <>
        <Menu.Item leftSection={<Icon name="link" />} onClick={() => actions.renew(invitation)}>
          New link…
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item c="red" leftSection={<Icon name="trash" />} onClick={() => actions.revoke(invitation)}>
          Revoke…
        </Menu.Item>
      </>
    )}
  />
)

export const NewLink = ({ invitation, actions }: { invitation: Invitation; actions: TeamActions }) => (
  <PlainButton size="xs" aria-label={`New link for ${invitation.name}`} onClick={() => actions.renew(invitation)}>
    New link
  </PlainButton>
)
