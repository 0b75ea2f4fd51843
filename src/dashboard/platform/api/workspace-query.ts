import { queryOptions } from '@tanstack/react-query'
import type { Input, Output } from '#contract/endpoint.ts'
import type { WorkspaceApi } from '#contract/gateway/api.ts'
import { structuralSharing, queryClient } from './query.ts'
import { runWrite, useWrite, type ActionOptions, type Writer } from './actions.ts'
import {
  callWorkspace,
  requestWorkspace,
  summaryOf,
  type SendToWorkspace,
  type WorkspaceReadName,
  type WorkspaceWriteName,
} from '#dashboard/platform/session/workspace.ts'

/** Reads and writes of the gateway's own endpoints, as query.ts and actions.ts do for the API. It is not part of the first load. */

/** Returns the query options of one read: `workspaceQuery('teamRead', {})`. */
export const workspaceQuery = <K extends WorkspaceReadName>(name: K, input: Input<WorkspaceApi[K]>) =>
  queryOptions({
    queryKey: [name, input] as const,
    queryFn: ({ signal, client, queryKey }) => callWorkspace(name, input, { signal, known: client.getQueryData(queryKey) }),
    structuralSharing,
  })

/** Refetches everything that these endpoints returned. Resolves when the data on the screen is fresh. */
export const refreshWorkspace = (...names: WorkspaceReadName[]) =>
  Promise.all(names.map((name) => queryClient.invalidateQueries({ queryKey: [name] }))).then(() => {})

/** useAction() for the gateway's own endpoints: `useWorkspaceAction('personRemove', (send, id: string) => ...)`. */
export const useWorkspaceAction = <V = void, R = unknown>(
  name: WorkspaceWriteName,
  run: (send: SendToWorkspace, variables: V) => Promise<R>,
  options: ActionOptions = {},
) =>
  useWrite(
    name,
    () => summaryOf(name),
    (variables: V) => run(requestWorkspace, variables),
    options,
  )

/** writer() for the gateway's own endpoints. */
export const workspaceWriter = (name: WorkspaceWriteName): Writer<SendToWorkspace> => ({
  name,
  summary: () => summaryOf(name),
  send: requestWorkspace,
})

/** Sends one write without a component. Rejects with a Failure, which the caller reports. */
export const changeWorkspace = <K extends WorkspaceWriteName>(name: K, input: Input<WorkspaceApi[K]>): Promise<Output<WorkspaceApi[K]>> =>
  runWrite(name, () => requestWorkspace(name, input))

/**
 * Sends a write that nobody would miss, such as what a person looks at: leaving the page does not wait for it, and nobody hears of a failure. Never
 * rejects.
 */
export const signalWorkspace = <K extends WorkspaceWriteName>(name: K, input: Input<WorkspaceApi[K]>): Promise<void> =>
  requestWorkspace(name, input).then(
    () => {},
    () => {},
  )
