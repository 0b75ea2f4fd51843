import { useQuery } from '@tanstack/react-query'
import { workspaceQuery } from '#dashboard/platform/api/workspace-query.ts'
import { Loading } from '#dashboard/ui/feedback/Loading.tsx'
import { LoadError, StaleNotice } from '#dashboard/ui/feedback/notices.tsx'
import type { TeamHead } from '../TeamPage.tsx'
import { Rights } from './Rights.tsx'

/** Which role may do what. */
export function RightsPage({ head }: { head: TeamHead }) {
  const reading = useQuery(workspaceQuery('teamRead', {}))
  const team = reading.data?.data
  return (
    <>
      <title>Who can do what · Account · Roomkeeper</title>
      {head(null, team?.on ? team.people.length : undefined)}
      {team && <StaleNotice what="The rights" reading={reading} />}
      {team ? (
        <Rights team={team} />
      ) : reading.error ? (
        <LoadError what="Who can do what" reading={reading} />
      ) : (
        <Loading what="the rights" />
      )}
    </>
  )
}
