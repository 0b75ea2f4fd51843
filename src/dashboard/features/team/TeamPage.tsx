import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { refetchEvery } from '#dashboard/platform/api/query.ts'
import { workspaceQuery } from '#dashboard/platform/api/workspace-query.ts'
import { Loading } from '#dashboard/ui/feedback/Loading.tsx'
import { LoadError, StaleNotice } from '#dashboard/ui/feedback/notices.tsx'
import { TeamOff } from './access/TeamOff.tsx'
import { TeamOn } from './TeamOn.tsx'

/** How often the list asks who is here. */
const refreshEveryMs = 30_000

export const teamQuery = { ...workspaceQuery('teamRead', {}), refetchInterval: refetchEvery(refreshEveryMs) }

/** The head with the tabs. @param people how many the team has, where it is known */
export type TeamHead = (actions: ReactNode, people?: number) => ReactNode

/** What people manage of their own access. */
export type OwnAccess = (part: 'passkeys' | 'codes', onClose: () => void) => ReactNode

/** Who may work in this account, and as what. */
export function TeamPage({ head, ownAccess }: { head: TeamHead; ownAccess: OwnAccess }) {
  const reading = useQuery(teamQuery)
  const title = <title>Team · Account · Roomkeeper</title>
  const team = reading.data?.data
  if (!team)
    return (
      <>
        {title}
        {head(null)}
        {reading.error ? (
          <LoadError what="The team" error={reading.error} retry={reading.refetch} busy={reading.isFetching} />
        ) : (
          <Loading what="the team" />
        )}
      </>
    )
  const notice = <StaleNotice what="The team" reading={reading} />
  return (
    <>
      {title}
      {team.on ? (
        <TeamOn team={team} access={team.on} head={head} notice={notice} ownAccess={ownAccess} />
      ) : (
        <>
          {head(null)}
          {notice}
          <TeamOff team={team} />
        </>
      )}
    </>
  )
}
