import { useQuery } from '@tanstack/react-query'
import { refetchEvery } from '#dashboard/platform/api/query.ts'
import { gatewayQuery } from '#dashboard/platform/api/gateway-query.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'

const noticesQuery = { ...gatewayQuery('noticeList', {}), refetchInterval: refetchEvery(60_000) }

/** The notices of this person, refreshed every minute while the page is visible. */
export function useNotices() {
  const may = useMay()
  const isOn = may('signed-in')
  return { isOn, reading: useQuery({ ...noticesQuery, enabled: isOn }) }
}
