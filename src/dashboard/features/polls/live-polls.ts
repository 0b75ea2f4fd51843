import type { Poll } from '#contract/polls.ts'
import { endpointQuery, refetchIntervalWhenStale } from '#dashboard/platform/api/query.ts'
import { stateOf } from './state.ts'

export const isOpen = (poll: Poll) => stateOf(poll) === 'open'

/** The polling intervals while the page is visible, in milliseconds. */
const openIntervalMs = 3000
const idleIntervalMs = 30_000
const maxIntervalMs = 60_000

/**
 * Returns the polling interval, which is short while votes may arrive. After failures the interval is the time since the last success, so that it
 * doubles (exponential backoff).
 * @param open whether a poll was sent and its results are not published
 * @param lastGood, now in milliseconds
 */
export function pollingIntervalMs(open: boolean, failed: boolean, lastGood: number, now: number): number {
  const usual = open ? openIntervalMs : idleIntervalMs
  return failed ? Math.min(Math.max(now - lastGood, usual), maxIntervalMs) : usual
}

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
