import { useQuery } from '@tanstack/react-query'
import type { Chat } from '#contract/chats.ts'
import type { Person, Team } from '#contract/gateway/people.ts'
import { gatewayQuery } from '#dashboard/platform/api/gateway-query.ts'
import { to } from '#dashboard/platform/to.ts'
import { Loaded } from '#dashboard/ui/feedback/Loaded.tsx'
import { day } from '#dashboard/ui/format/time.tsx'
import { BarDrawer, barDrawer } from '#dashboard/ui/overlay/BarDrawer.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import type { TeamActions } from '../people/use-team-actions.tsx'
import { PersonForm } from './PersonForm.tsx'

interface PersonDrawerProps {
  /** As in the list, until the details are read. */
  person: Person
  team: Team
  chats: Chat[]
  actions: TeamActions
  onClose: () => void
}

/** One person: what they may do, how they get in, and where they are signed in. */
export function PersonDrawer({ person, team, chats, actions, onClose }: PersonDrawerProps) {
  const reading = useQuery(gatewayQuery('personRead', { params: { personId: person.id } }))
  return (
    <BarDrawer
      title={person.name}
      subtitle={
        <span className="help regular row wrap">
          <span>
            Joined {day(person.joined)}
            {person.invitedBy && `, invited by ${person.invitedBy}`}
          </span>
          <PageLink to={to.activity({ person: person.id })} className="link">
            Activity
          </PageLink>
        </span>
      }
      isCloseFocused
      onClose={onClose}
    >
      <Loaded what="This person" reading={reading} loadingClass={barDrawer.fields}>
        {(details) => <PersonForm details={details} team={team} chats={chats} actions={actions} />}
      </Loaded>
    </BarDrawer>
  )
}
