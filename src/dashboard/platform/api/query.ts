import { QueryClient, queryOptions } from '@tanstack/react-query'
import type { Api } from '#contract/api.ts'
import { Failure, type ReadName } from '#contract/client.ts'
import type { Input } from '#contract/endpoint.ts'
import { call } from '#dashboard/platform/session/session.ts'

/**
 * Reads may be repeated: three times where the connection fails, after the wait it asked for where the service is busy. Never a refusal, and never after
 * a whole time limit: nobody waits longer for a word than that.
 */
function mayRepeat(failures: number, error: Error): boolean {
  if (!(error instanceof Failure)) return false
  if (error.kind === 'too-many-requests') return failures < 2 && (error.retryAfter ?? 1) <= 60
  return error.kind === 'unreachable' && failures < 2
}

const waitBeforeRepeat = (failures: number, error: Error) =>
  error instanceof Failure && error.retryAfter !== undefined ? error.retryAfter * 1000 : Math.min(500 * 2 ** failures, 8000)

/** How soon what could not be refreshed is asked for again while it is on the screen, in milliseconds. */
const behindEvery = 4000

/** What is shown but old, because nothing answered, is asked for again until it comes. false: that would not help, or must wait longer. */
export const untilItAnswers = (data: unknown, error: Error | null): number | false =>
  data !== undefined && error instanceof Failure && error.outcomeUnknown ? behindEvery : false

interface Reading {
  state: { data: unknown; error: Error | null }
}

/** For `refetchInterval`. @param ms while all is well */
export const every =
  (ms: number | false) =>
  ({ state: { data, error } }: Reading): number | false =>
    untilItAnswers(data, error) || ms

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      retry: mayRepeat,
      retryDelay: waitBeforeRepeat,
      staleTime: 15_000,
      // `always` would leave it out.
      refetchOnReconnect: true,
      refetchInterval: every(false),
    },
    // A write is never repeated, and never kept for later: what became of it is looked up before anything is sent again.
    mutations: { networkMode: 'always', retry: false },
  },
})

/** Query options of one read. The endpoint's name is the key: `endpointQuery('chatRead', { params: { chatId: 7 } })`. */
export const endpointQuery = <K extends ReadName>(name: K, input: Input<Api[K]>) =>
  queryOptions({
    queryKey: [name, input] as const,
    queryFn: ({ signal }) => call(name, input, { signal }),
  })

/** Reads again whatever these endpoints answered. Resolves when what is on screen is fresh. */
export const refresh = (...names: ReadName[]) =>
  Promise.all(names.map((name) => queryClient.invalidateQueries({ queryKey: [name] }))).then(() => {})

/** Drops what was read of a chat that was deleted. @param type `inactive` keeps what is on the screen: without its data it would be read again */
export const forgetChat = (chatId: number, type: 'all' | 'inactive') =>
  queryClient.removeQueries({ queryKey: endpointQuery('chatRead', { params: { chatId } }).queryKey, type })
