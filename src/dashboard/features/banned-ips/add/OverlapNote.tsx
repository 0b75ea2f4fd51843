import { useSuspenseQuery } from '@tanstack/react-query'
import { catalogueQuery } from '#dashboard/platform/service/catalogue.ts'
import { behaviour } from '#dashboard/platform/service/service-profile.ts'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'

/** How the service is known to handle overlapping ranges; undefined where it was not learned. */
export const useOverlapping = () => behaviour(useSuspenseQuery(catalogueQuery).data, 'overlappingBans')

/** A note before ranges are banned that overlap existing bans, on a service that does not list both. */
export function OverlapNote({ overlapping }: { overlapping: number }) {
  const known = useOverlapping()
  if (overlapping === 0 || known === undefined || known === 'kept') return null
  return (
    <Banner>
      {known === 'refused'
        ? 'This service refuses ranges that overlap a banned one. Ban only the part that is not banned yet, or unban the other range first.'
        : 'This service merges ranges that overlap: it will list one range in place of both.'}
    </Banner>
  )
}
