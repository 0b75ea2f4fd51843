import { createEndpointClient, Failure, type CallOptions } from '#contract/client.ts'
import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import { confirmScope } from '#contract/session.ts'
import type { WorkspaceApi, WorkspaceName } from '#contract/gateway/api.ts'
import { gateway } from './gateway.ts'
import { personNow } from './rights.ts'
import { confirmScopes, ownIdentity, requestAuth, whenStaying } from './session.ts'

/** The client of the gateway's own endpoints. It is not part of the first load: what is, imports it on demand. */

/** The endpoints that only read, recognised by their names. */
export type WorkspaceReadName = Extract<
  WorkspaceName,
  `${string}List` | `${string}Read` | `${string}Count` | `${string}Preview` | 'auditToday' | 'backtestCost'
>
export type WorkspaceWriteName = Exclude<WorkspaceName, WorkspaceReadName>

type CallWorkspace<N extends WorkspaceName> = <K extends N>(
  name: K,
  input: Input<WorkspaceApi[K]>,
  options?: CallOptions,
) => Promise<Output<WorkspaceApi[K]>>

/** Sends one request to the gateway's own endpoints: `send('personRemove', { params })`. Rejects with a Failure. */
export type SendToWorkspace = CallWorkspace<WorkspaceName>

/** The endpoints with their schemas, which are larger than many a page: no page waits for those of all others. */
async function loadApi(): Promise<WorkspaceApi> {
  try {
    return (await import('#contract/gateway/api.ts')).workspaceApi
  } catch (cause) {
    throw new Failure('unreachable', { cause, hadNoEffect: true })
  }
}

/** What an endpoint does, for the title of a toast. Where the endpoints cannot be loaded, nothing was sent to any. */
export const summaryOf = (name: WorkspaceName): Promise<string> =>
  loadApi().then(
    (api) => api[name].summary,
    () => 'Your change',
  )

const clientOf = (api: WorkspaceApi) =>
  createEndpointClient(
    api,
    async (path, init) => {
      await whenStaying()
      return gateway.sendToWorkspace(ownIdentity())(path, init)
    },
    async (need, { name, scope }, signal) => {
      const { right, summary, method } = api[name]
      // Whoever is signing in needs no session.
      return right !== 'anyone' && requestAuth({ need, what: method === 'GET' ? '' : summary, scopes: [scope] }, signal)
    },
  )

/**
 * Asks for the confirmation first where an endpoint needs one, so that no request is sent only to be refused. Only workspace-query.ts passes it on, so
 * that every write is a mutation; signing in is none.
 */
export const requestWorkspace: SendToWorkspace = async (name, input, options) => {
  const api = await loadApi()
  const { stepUp, path, summary: what }: Endpoint = api[name]
  const { params } = input as { params?: Record<string, unknown> }
  // Whoever has no passkey yet has nothing to confirm with.
  if (stepUp && !personNow()?.mustRegisterPasskey)
    await confirmScopes({ what, scopes: [confirmScope(name, path, params)] }, options?.signal)
  return clientOf(api)(name, input, options)
}

/** Sends one read: `callWorkspace('personRead', { params })`. Rejects with a Failure. */
export const callWorkspace: CallWorkspace<WorkspaceReadName> = (name, input, options) => requestWorkspace(name, input, options)
