import { useQuery } from '@tanstack/react-query'
import { laterGatewayQuery, refetchEvery } from '#dashboard/platform/api/query.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { countUpTo } from '#dashboard/ui/format/numbers.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'

const everyMinute = refetchEvery(60_000)

/** How many changes from outside nobody has decided on; undefined while that is not known. */
export function useDriftCount(): { open: number; severe: number } | undefined {
  const isWatched = useMay()('settings.read')
  return useQuery({ ...laterGatewayQuery('driftCount', {}), enabled: isWatched, refetchInterval: everyMinute }).data?.data
}

/** Beside the page in the navigation: the severe changes, or all where none is severe. */
export function DriftNote() {
  const found = useDriftCount()
  if (!found || found.open === 0) return null
  const isSevere = found.severe > 0
  return (
    <span className={`inline-row medium ${isSevere ? 'warn' : ''}`}>
      {isSevere && <Icon name="warning" size={12} />} {countUpTo(isSevere ? found.severe : found.open)}
      <span className="visually-hidden">{isSevere ? ' severe' : ' to decide'}</span>
    </span>
  )
}
