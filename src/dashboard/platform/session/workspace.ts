import { createEndpointClient, Failure, type CallOptions } from '#contract/client.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { workspaceApi, type WorkspaceApi, type WorkspaceName } from '#contract/workspace/api.ts'
import { backend, ownIdentity, requestAuth } from './session.ts'

/** The client of the gateway's own endpoints. It is not part of the first load: what is, imports it on demand. */

/** The endpoints that only read, recognised by their names. */
export type WorkspaceReadName = Extract<WorkspaceName, `${string}List` | `${string}Read` | `${string}Count` | 'auditToday'>
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

/** Only workspace-query.ts passes it on, so that every write is a mutation; signing in is none. */
export const requestWorkspace: SendToWorkspace = createEndpointClient(
  workspaceApi,
  async (path, init) => {
    if (!backend.sendToWorkspace) throw new Failure('refused', { reason: 'This page runs without a gateway, which alone has a team.' })
    return backend.sendToWorkspace(ownIdentity())(path, init)
  },
  async (need, name, signal) => {
    const { right, summary } = workspaceApi[name]
    // Whoever is signing in needs no session.
    return right !== 'anyone' && requestAuth({ need, what: summary }, signal)
  },
)

/** Sends one read: `callWorkspace('personRead', { params })`. Rejects with a Failure. */
export const callWorkspace: CallWorkspace<WorkspaceReadName> = (name, input, options) => requestWorkspace(name, input, options)
