import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { refetchEvery } from '#dashboard/platform/api/query.ts'
import { workspaceQuery } from '#dashboard/platform/api/workspace-query.ts'
import { Loading } from '#dashboard/ui/feedback/Loading.tsx'
import { LoadError, StaleNotice } from '#dashboard/ui/feedback/notices.tsx'
import { LastActions } from './LastActions.tsx'
import { NextActions } from './NextActions.tsx'
import { Requests } from './Requests.tsx'
import { StandingAccess } from './StandingAccess.tsx'
import classes from './StandingPage.module.css'
import { TokenRejected } from './TokenRejected.tsx'
import { WorkerState } from './WorkerState.tsx'

/** How soon an action that was carried out is seen. */
const refreshEveryMs = 10_000

const standingQuery = { ...workspaceQuery('standingRead', {}), refetchInterval: refetchEvery(refreshEveryMs) }

/** What Roomkeeper does for the account while nobody is signed in. @param head with the tabs */
export function StandingPage({ head }: { head: (actions: ReactNode) => ReactNode }) {
  const reading = useQuery(standingQuery)
  const standing = reading.data?.data
  return (
    <>
      <title>What runs on its own · Account · Roomkeeper</title>
      {head(null)}
      {standing && <StaleNotice what="What runs on its own" reading={reading} />}
      {standing?.on?.isTokenRejected && <TokenRejected />}
      {standing ? (
        <div className={classes.columns}>
          <div className={classes.column}>
            <NextActions standing={standing} />
            <LastActions standing={standing} />
          </div>
          <div className={classes.column}>
            <StandingAccess standing={standing} />
            <Requests standing={standing} />
            <WorkerState standing={standing} />
          </div>
        </div>
      ) : reading.error ? (
        <LoadError what="What runs on its own" error={reading.error} retry={reading.refetch} busy={reading.isFetching} />
      ) : (
        <Loading what="what runs on its own" />
      )}
    </>
  )
}
