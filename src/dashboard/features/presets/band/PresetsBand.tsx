import { useQuery } from '@tanstack/react-query'
import { Suspense, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { refetchIntervalWhenStale } from '#dashboard/platform/api/query.ts'
import { isUnderWay } from '#dashboard/platform/presets/presets-on.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { to } from '#dashboard/platform/to.ts'
import { lazyPart, withIcons } from '#dashboard/ui/page/lazy-part.tsx'
import { presetsOnQuery } from '../queries.ts'

const BandContent = lazyPart(async () => (await import('./BandContent.tsx')).BandContent, withIcons)

/** How often the page asks what is on; more often while chats are being changed. */
const intervalMs = 30_000
const underWayMs = 1500

/**
 * What is on, above every page but the overview, which has a line for it. It also keeps the list up to date for the other parts that show it.
 * @param otherwise the band that is shown while nothing is on
 */
export function PresetsBand({ otherwise }: { otherwise: ReactNode }) {
  const seesChats = useMay()('chats.read')
  const { pathname } = useLocation()
  const { data } = useQuery({
    ...presetsOnQuery,
    enabled: seesChats,
    refetchInterval: ({ state }) => {
      const isChanging = state.data?.data.some(isUnderWay)
      return refetchIntervalWhenStale(state.data, state.error) || (isChanging ? underWayMs : intervalMs)
    },
  })
  const list = data?.data ?? []
  if (!seesChats || list.length === 0 || pathname === to.overview()) return otherwise
  return (
    <Suspense>
      <BandContent list={list} />
    </Suspense>
  )
}
