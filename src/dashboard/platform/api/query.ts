import { QueryClient, queryOptions, replaceEqualDeep } from '@tanstack/react-query'
import type { Api } from '#contract/api.ts'
import { Failure, type ReadName } from '#contract/client.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import type { GatewayApi } from '#contract/gateway/api.ts'
import { isReadRetried, readRetryMs } from '#engine/jobs/read-retry.ts'
import { versionOf, withVersion } from '#contract/own-service.ts'
import type { GatewayReadName } from '#dashboard/platform/session/call-gateway.ts'
import { call } from '#dashboard/platform/session/session.ts'

/** The interval, in milliseconds, at which data on the screen that could not be refreshed is requested again. */
const staleRefetchIntervalMs = 4000

/** Polls while the data on the screen is stale because the service did not respond. false: polling would not help, or has to wait longer. */
export const refetchIntervalWhenStale = (data: unknown, error: Error | null): number | false =>
  data !== undefined && error instanceof Failure && error.outcomeUnknown ? staleRefetchIntervalMs : false

interface RefetchedQuery {
  state: { data: unknown; error: Error | null }
}

/** For `refetchInterval`. @param ms the interval while requests succeed */
export const refetchEvery =
  (ms: number | false) =>
  ({ state: { data, error } }: RefetchedQuery): number | false =>
    refetchIntervalWhenStale(data, error) || ms

/** How long data is fresh. Until then, a page shows it without a request. */
export const staleTimeMs = 15_000

const nextTries = new WeakMap<Error, number>()
/** When a read that failed is tried again, in milliseconds by the clock of this computer; undefined: it is not. */
export const nextTryOf = (because: Error) => nextTries.get(because)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      retry: isReadRetried,
      retryDelay: (failures, error) => {
        const ms = readRetryMs(failures, error)
        nextTries.set(error, Date.now() + ms)
        return ms
      },
      staleTime: staleTimeMs,
      // `always` would skip the invalidated query.
      refetchOnReconnect: true,
      refetchInterval: refetchEvery(false),
    },
    // A write is never retried and never queued while offline: its outcome is looked up before anything is sent again.
    mutations: { networkMode: 'always', retry: false },
  },
})

/**
 * What is equal to the data before stays the same object, as in every query. The ETag is kept with the result, so that the next read can name it. A 304
 * returns the data before, and there is nothing to compare.
 */
export const structuralSharing = (before: unknown, data: unknown) =>
  // An answer is an object. What a query selects from it may be another value, and has no ETag.
  before === undefined || before === data ? data : withVersion(replaceEqualDeep(before, data) as object, versionOf(data as object))

/** Returns the query options of one read. The endpoint's name is the key: `endpointQuery('chatRead', { params: { chatId: 7 } })`. */
export const endpointQuery = <K extends ReadName>(name: K, input: Input<Api[K]>) =>
  queryOptions({
    queryKey: [name, input] as const,
    queryFn: ({ signal, client, queryKey }) => call(name, input, { signal, known: client.getQueryData(queryKey), skipsUnreadable: true }),
    structuralSharing,
  })

/**
 * gatewayQuery() for what is part of the first load: the client of the gateway comes with the first read.
 * @param onAnswer called with each answer as it arrives
 */
export const laterGatewayQuery = <K extends GatewayReadName>(
  name: K,
  input: Input<GatewayApi[K]>,
  onAnswer?: (answer: Output<GatewayApi[K]>) => void,
) =>
  queryOptions({
    queryKey: [name, input] as const,
    queryFn: async ({ signal }) => {
      const { callGateway } = await import('#dashboard/platform/session/call-gateway.ts')
      const answer = await callGateway(name, input, { signal })
      onAnswer?.(answer)
      return answer
    },
  })

/** Refetches everything that these endpoints returned. Resolves when the data on the screen is fresh. */
export const refresh = (...names: (ReadName | GatewayReadName)[]) =>
  Promise.all(names.map((name) => queryClient.invalidateQueries({ queryKey: [name] }))).then(() => {})

/** Removes the cached reads of a deleted chat. @param type `inactive` keeps the reads on the screen, which would otherwise be fetched again */
export const forgetChat = (chatId: number, type: 'all' | 'inactive') =>
  queryClient.removeQueries({ queryKey: endpointQuery('chatRead', { params: { chatId } }).queryKey, type })
