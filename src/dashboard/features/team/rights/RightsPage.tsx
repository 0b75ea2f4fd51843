import { useQuery } from '@tanstack/react-query'
import { gatewayQuery } from '#dashboard/platform/api/gateway-query.ts'
import { Loaded } from '#dashboard/ui/feedback/Loaded.tsx'
import type { TeamHead } from '../TeamPage.tsx'
import { Rights } from './Rights.tsx'

/** Which role may do what. */
export function RightsPage({ head }: { head: TeamHead }) {
  const reading = useQuery(gatewayQuery('teamRead', {}))
  const team = reading.data?.data
  return (
    <>
      <title>Who can do what · Account · Roomkeeper</title>
      {head(null, team?.on ? team.people.length : undefined)}
      <Loaded what="Who can do what" reading={reading}>
        {(read) => <Rights team={read} />}
      </Loaded>
    </>
  )
}
