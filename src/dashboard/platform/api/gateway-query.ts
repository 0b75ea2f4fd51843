import { queryOptions } from '@tanstack/react-query'
import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import type { GatewayApi } from '#contract/gateway/api.ts'
import { gateway } from '#dashboard/platform/session/gateway.ts'
import { hasSignedOut, ownIdentity } from '#dashboard/platform/session/session-state.ts'
import { structuralSharing, queryClient } from './query.ts'
import { runWrite, useWrite, type ActionOptions, type Writer } from './actions.ts'
import {
  callGateway,
  requestGateway,
  summaryOf,
  type SendToGateway,
  type GatewayReadName,
  type GatewayWriteName,
} from '#dashboard/platform/session/call-gateway.ts'

/** Reads and writes of the gateway's own endpoints, as query.ts and actions.ts do for the API. It is not part of the first load. */

/** Returns the query options of one read: `gatewayQuery('teamRead', {})`. */
export const gatewayQuery = <K extends GatewayReadName>(name: K, input: Input<GatewayApi[K]>) =>
  queryOptions({
    queryKey: [name, input] as const,
    queryFn: ({ signal, client, queryKey }) => callGateway(name, input, { signal, known: client.getQueryData(queryKey) }),
    structuralSharing,
  })

/** Refetches everything that these endpoints returned. Resolves when the data on the screen is fresh. */
export const refreshGateway = (...names: GatewayReadName[]) =>
  Promise.all(names.map((name) => queryClient.invalidateQueries({ queryKey: [name] }))).then(() => {})

/** useAction() for the gateway's own endpoints: `useGatewayAction('personRemove', (send, id: string) => ...)`. */
export const useGatewayAction = <V = void, R = unknown>(
  name: GatewayWriteName,
  run: (send: SendToGateway, variables: V) => Promise<R>,
  options: ActionOptions = {},
) =>
  useWrite(
    name,
    () => summaryOf(name),
    (variables: V) => run(requestGateway, variables),
    options,
  )

/** writer() for the gateway's own endpoints. */
export const gatewayWriter = (name: GatewayWriteName): Writer<SendToGateway> => ({
  name,
  summary: () => summaryOf(name),
  send: requestGateway,
})

/** Sends one write without a component. Rejects with a Failure, which the caller reports. */
export const writeToGateway = <K extends GatewayWriteName>(name: K, input: Input<GatewayApi[K]>): Promise<Output<GatewayApi[K]>> =>
  runWrite(name, () => requestGateway(name, input))

/**
 * Sends a write that nobody would miss, such as what a person looks at, within this call: while a page closes, nothing that it waited for would come.
 * Nobody hears of a failure.
 */
export function signalGateway<E extends Endpoint>({ method, path }: E, { body }: Input<E> & { body: object }): void {
  if (hasSignedOut()) return
  const init = { method, body: JSON.stringify(body), keepalive: true, signal: AbortSignal.timeout(signalMs) }
  gateway
    .sendToGateway(ownIdentity())(path, init)
    // An answer that nobody reads keeps its connection.
    .then((answer) => answer.text())
    .catch(() => {})
}

const signalMs = 20_000
