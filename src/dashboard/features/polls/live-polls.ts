import type { Poll } from '#contract/polls.ts'
import { endpointQuery, refetchIntervalWhenStale } from '#dashboard/platform/api/query.ts'
import { pollingIntervalMs } from './polling-interval.ts'
import { stateOf } from './state.ts'

export const isOpen = (poll: Poll) => stateOf(poll) === 'open'

/** Polls the service for the polls of a chat while they are visible: TanStack Query pauses in a hidden tab. */
export const livePolls = (chatId: number) => ({
  ...endpointQuery('pollList', { params: { chatId } }),
  refetchInterval: ({
    state,
  }: {
    state: { data: { data: Poll[] } | undefined; error: Error | null; status: string; dataUpdatedAt: number }
  }) =>
    refetchIntervalWhenStale(state.data, state.error) ||
    pollingIntervalMs(state.data?.data.some(isOpen) ?? false, state.status === 'error', state.dataUpdatedAt, Date.now()),
})
