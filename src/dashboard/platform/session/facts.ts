import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '#dashboard/platform/api/query.ts'
import { useMay } from './rights.ts'
import { useSession } from './session-state.ts'

/** What decides, besides the rights of a person, which tabs are worth showing. */
export interface Facts {
  /** The number of chats; null until it is known. */
  chats: number | null
  hasTeam: boolean
  /** The people who may sign in, at least the one with the account's token. */
  people: number
  /** The person may read the account: of its pages others have the notices of their own, which their menu leads to. */
  seesAccount: boolean
  /** The service is not our own. */
  isRemote: boolean
}

export function useFacts(): Facts {
  const { service, team } = useSession()
  // Does not suspend, so that the navigation works where it fails.
  const may = useMay()
  const chats = useQuery({ ...endpointQuery('chatList', {}), enabled: may('chats.read') }).data?.data
  return {
    chats: chats?.length ?? null,
    hasTeam: team !== undefined,
    people: team?.people ?? 1,
    seesAccount: may('account.read'),
    isRemote: service.kind === 'remote',
  }
}
