import type { Poll } from '#contract/polls.ts'
import { endpointQuery, untilItAnswers } from '#dashboard/platform/api/query.ts'
import { pollsEvery } from './live.ts'
import { stateOf } from './state.ts'

export const isOpen = (poll: Poll) => stateOf(poll) === 'open'

/** The polls of a chat, read again and again while somebody can see them: TanStack Query rests while the tab is hidden. */
export const livePolls = (chatId: number) => ({
  ...endpointQuery('pollList', { params: { chatId } }),
  refetchInterval: ({
    state,
  }: {
    state: { data: { data: Poll[] } | undefined; error: Error | null; status: string; dataUpdatedAt: number }
  }) =>
    untilItAnswers(state.data, state.error) ||
    pollsEvery(state.data?.data.some(isOpen) ?? false, state.status === 'error', state.dataUpdatedAt, Date.now()),
})
