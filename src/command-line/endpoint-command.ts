import type { Endpoint } from '#contract/endpoint.ts'
import { api } from '#contract/api.ts'
import type { CallName } from '#contract/client.ts'
import { type GatewayEndpointName, gatewayApi } from '#contract/gateway/api.ts'
import { UsageError, checked } from './usage-error.ts'
import type { Connection } from './connection.ts'
import { type Field, fieldsOf, inputFrom } from './fields.ts'
import type { CommandResult } from './own-command.ts'

/** A command that is one request. What is here is what no schema says. */
export type EndpointCommand = {
  /** Fields of the rows in a table for people; without it, or for one thing, all of them. */
  columns?: readonly string[]
  /** It changes nothing, although it is no GET. */
  isRead?: true
  /** It cannot be undone, so it needs --yes. */
  isDestructive?: true
  /** Options that may also be given by position, in this order. */
  positional?: readonly string[]
  /** Turns what people type into the fields of the endpoint. Throws a UsageError. */
  typed?: (values: Readonly<Record<string, unknown>>) => Record<string, unknown>
  /** Parts of the input that are always the same. */
  fixed?: Readonly<Record<string, unknown>>
} & ({ endpoint: CallName } | { gateway: GatewayEndpointName })

export const endpointOf = (command: EndpointCommand): Endpoint =>
  'endpoint' in command ? api[command.endpoint] : gatewayApi[command.gateway]

export const changes = (command: EndpointCommand): boolean => !command.isRead && endpointOf(command).method !== 'GET'

/** Those that somebody gives; the others are fixed. */
export const fieldsOfEndpoint = (command: EndpointCommand): Field[] =>
  fieldsOf(endpointOf(command))
    .filter(({ name }) => !Object.hasOwn(command.fixed ?? {}, name))
    .map((field) => (command.positional?.includes(field.name) ? { ...field, isPositional: true } : field))

/** Sends the request of a command. Rejects with a Failure. */
export async function runEndpoint(
  command: EndpointCommand,
  connection: Connection,
  values: Readonly<Record<string, unknown>>,
  isDryRun: boolean,
): Promise<CommandResult> {
  const endpoint = endpointOf(command)
  const parts = inputFrom(fieldsOf(endpoint), { ...(command.typed?.(values) ?? values), ...command.fixed }, endpoint)
  checkParts(endpoint, parts)
  if ('gateway' in command && !connection.target.isScoped)
    throw new UsageError('This needs a scoped token, which an Owner creates in the dashboard (Account → Team).')
  // Only our own service recognises a repeated request, which the client then sends again by itself.
  if (changes(command) && endpoint.nonIdempotent && !isDryRun) await connection.isOwnService()
  // The compiler cannot relate the name to its input here; each part was checked by the schema of its endpoint.
  const answer: object =
    'endpoint' in command ? await connection.call(command.endpoint, parts) : await connection.gateway(command.gateway, parts)
  const { status: _, data, ...others } = answer as { status?: boolean; data?: unknown }
  const hasMore = 'next' in others && others.next !== undefined
  // Whoever follows it would read the same page for ever.
  const outcome = hasMore && others.next === values['next'] ? 'failed' : 'done'
  const columns = command.columns && { columns: command.columns }
  if (data !== undefined && !hasMore) return { outcome: 'done', data, ...columns }
  // One page of several, or what was created.
  if (data !== undefined) return { outcome, data: { data, ...others }, ...columns }
  return Object.keys(others).length > 0 ? { outcome: 'done', data: others } : { outcome: 'done', data: { done: true }, text: 'Done.' }
}

function checkParts({ params, query, body }: Endpoint, parts: ReturnType<typeof inputFrom>): void {
  if (params) checked(params, parts.params)
  if (query) checked(query, parts.query)
  if (body) checked(body, parts.body)
}
