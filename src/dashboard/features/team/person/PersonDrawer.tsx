import { useQuery } from '@tanstack/react-query'
import type { Chat } from '#contract/chats.ts'
import type { Person, Team } from '#contract/gateway/people.ts'
import { workspaceQuery } from '#dashboard/platform/api/workspace-query.ts'
import { to } from '#dashboard/platform/to.ts'
import { Loading } from '#dashboard/ui/feedback/Loading.tsx'
import { LoadError } from '#dashboard/ui/feedback/notices.tsx'
import { day } from '#dashboard/ui/format/time.tsx'
import { BarDrawer, barDrawer } from '#dashboard/ui/overlay/BarDrawer.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import type { TeamActions } from '../people/use-team-actions.tsx'
import classes from './PersonDrawer.module.css'
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
  const reading = useQuery(workspaceQuery('personRead', { params: { personId: person.id } }))
  const details = reading.data?.data
  return (
    <BarDrawer
      title={person.name}
      subtitle={
        <span className={classes.joined}>
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
      {details ? (
        <PersonForm details={details} team={team} chats={chats} actions={actions} />
      ) : reading.error ? (
        <LoadError what="This person" reading={reading} />
      ) : (
        <Loading what="this person" className={barDrawer.fields} />
      )}
    </BarDrawer>
  )
}
