import { createEndpointClient, Failure, type CallOptions } from '#contract/client.ts'
import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import { confirmScope } from '#contract/session.ts'
import type { GatewayApi, GatewayEndpointName } from '#contract/gateway/api.ts'
import { gateway } from './gateway.ts'
import { personNow } from './rights.ts'
import { confirmScopes, requestAuth, whenStaying } from './session.ts'
import { ownIdentity } from './session-state.ts'

/** The client of the gateway's own endpoints. It is not part of the first load: what is, imports it on demand. */

/** The endpoints that only read, recognised by their names. */
export type GatewayReadName = Extract<
  GatewayEndpointName,
  `${string}List` | `${string}Read` | `${string}Count` | `${string}Preview` | 'backtestCost'
>
export type GatewayWriteName = Exclude<GatewayEndpointName, GatewayReadName>

type CallGateway<N extends GatewayEndpointName> = <K extends N>(
  name: K,
  input: Input<GatewayApi[K]>,
  options?: CallOptions,
) => Promise<Output<GatewayApi[K]>>

/** Sends one request to the gateway's own endpoints: `send('personRemove', { params })`. Rejects with a Failure. */
export type SendToGateway = CallGateway<GatewayEndpointName>

/** The endpoints with their schemas, which are larger than many a page: no page waits for those of all others. */
async function loadApi(): Promise<GatewayApi> {
  try {
    return (await import('#contract/gateway/api.ts')).gatewayApi
  } catch (cause) {
    throw new Failure('unreachable', { cause, hadNoEffect: true })
  }
}

/** What an endpoint does, for the title of a toast. Where the endpoints cannot be loaded, nothing was sent to any. */
export const summaryOf = (name: GatewayEndpointName): Promise<string> =>
  loadApi().then(
    (api) => api[name].summary,
    () => 'Your change',
  )

const clientOf = (api: GatewayApi) =>
  createEndpointClient(
    api,
    async (path, init) => {
      await whenStaying()
      return gateway.sendToGateway(ownIdentity())(path, init)
    },
    async (need, { name, scope }, signal) => {
      const { right, summary, method } = api[name]
      // Whoever is signing in needs no session.
      return right !== 'anyone' && requestAuth({ need, what: method === 'GET' ? '' : summary, scopes: [scope] }, signal)
    },
  )

/**
 * Asks for the confirmation first where an endpoint needs one, so that no request is sent only to be refused. Only gateway-query.ts passes it on, so
 * that every write is a mutation; signing in is none.
 */
export const requestGateway: SendToGateway = async (name, input, options) => {
  const api = await loadApi()
  const { stepUp, path, summary: what }: Endpoint = api[name]
  const { params } = input as { params?: Record<string, unknown> }
  // Whoever has no passkey yet has nothing to confirm with.
  if (stepUp && !personNow()?.mustRegisterPasskey)
    await confirmScopes({ what, scopes: [confirmScope(name, path, params)] }, options?.signal)
  return clientOf(api)(name, input, options)
}

/** Sends one read: `callGateway('personRead', { params })`. Rejects with a Failure. */
export const callGateway: CallGateway<GatewayReadName> = (name, input, options) => requestGateway(name, input, options)
