import { createEndpointClient, Failure, type CallOptions } from '#contract/client.ts'
import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import { confirmScope } from '#contract/session.ts'
import { workspaceApi, type WorkspaceApi, type WorkspaceName } from '#contract/workspace/api.ts'
import { personNow } from './rights.ts'
import { backend, confirmScopes, ownIdentity, requestAuth, whenStaying } from './session.ts'

/** The client of the gateway's own endpoints. It is not part of the first load: what is, imports it on demand. */

/** The endpoints that only read, recognised by their names. */
export type WorkspaceReadName = Extract<
  WorkspaceName,
  `${string}List` | `${string}Read` | `${string}Count` | `${string}Preview` | 'auditToday'
>
export type WorkspaceWriteName = Exclude<WorkspaceName, WorkspaceReadName>

type CallWorkspace<N extends WorkspaceName> = <K extends N>(
  name: K,
  input: Input<WorkspaceApi[K]>,
  options?: CallOptions,
) => Promise<Output<WorkspaceApi[K]>>

/** Sends one request to the gateway's own endpoints: `send('personRemove', { params })`. Rejects with a Failure. */
export type SendToWorkspace = CallWorkspace<WorkspaceName>

/** Whether these endpoints exist: a page without a gateway has none. */
export const hasWorkspace = backend.sendToWorkspace !== null

const send = createEndpointClient(
  workspaceApi,
  async (path, init) => {
    if (!backend.sendToWorkspace) throw new Failure('refused', { reason: 'This page runs without a gateway, which alone has a team.' })
    await whenStaying()
    return backend.sendToWorkspace(ownIdentity())(path, init)
  },
  async (need, { name, scope }, signal) => {
    const { right, summary } = workspaceApi[name]
    // Whoever is signing in needs no session.
    return right !== 'anyone' && requestAuth({ need, what: summary, scopes: [scope] }, signal)
  },
)

/**
 * Asks for the confirmation first where an endpoint needs one, so that no request is sent only to be refused. Only workspace-query.ts passes it on, so
 * that every write is a mutation; signing in is none.
 */
export const requestWorkspace: SendToWorkspace = async (name, input, options) => {
  const { stepUp, path, summary: what }: Endpoint = workspaceApi[name]
  const { params } = input as { params?: Record<string, unknown> }
  // Whoever has no passkey yet has nothing to confirm with.
  if (stepUp && !personNow()?.mustRegisterPasskey)
    await confirmScopes({ what, scopes: [confirmScope(name, path, params)] }, options?.signal)
  return send(name, input, options)
}

/** Sends one read: `callWorkspace('personRead', { params })`. Rejects with a Failure. */
export const callWorkspace: CallWorkspace<WorkspaceReadName> = (name, input, options) => requestWorkspace(name, input, options)
