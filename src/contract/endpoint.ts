import { z } from 'zod/mini'
import type { Access } from './gateway/rights.ts'
import { doneResponse, ipv4, key, pathId } from './values.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

type Schema = z.ZodMiniType
type Nothing = undefined

/** The parameters of paths, wherever they are. */
const pathParameters = {
  chatId: pathId,
  pollId: pathId,
  messageId: pathId,
  ipAddress: ipv4,
  firstIp: ipv4,
  lastIp: ipv4,
  line: pathId,
  versionId: z.string().check(z.regex(/^[as]\d{1,15}$/)),
  actionId: key,
  channelId: key,
  deliveryId: key,
  ignoredId: key,
  invitationId: key,
  jobId: key,
  onId: key,
  passkeyId: key,
  personId: key,
  ruleId: key,
  sessionId: key,
  tokenId: key,
}
type PathParameters = typeof pathParameters
type NamesIn<Route extends string> = Route extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never
/** A parameter that is not declared does not compile. */
type ParametersOf<Route extends string> = [NamesIn<Route>] extends [never]
  ? Nothing
  : [NamesIn<Route>] extends [keyof PathParameters]
    ? z.ZodMiniObject<Pick<PathParameters, NamesIn<Route> & keyof PathParameters>>
    : never
type MethodOf<Route extends string> = Route extends `${infer M extends Method} ${string}` ? M : never

interface Details<Q extends Schema | Nothing, B extends Schema | Nothing, R extends Schema> {
  /** A paragraph for the OpenAPI document. */
  description?: string
  /** Our service serves it for completeness; the client leaves it out (docs/assumptions.md). */
  deprecated?: true
  /**
   * Repeating it has another effect than doing it once, so its outcome is checked before it is sent again. Our own service recognises a repetition by
   * its Idempotency-Key.
   */
  nonIdempotent?: true
  /** Our own service sends the version of what is read (ETag) and makes a change conditional on it (If-Match). */
  versioned?: true
  /** Of the gateway's own endpoints: it is final or grants something, so it needs step-up authentication (session.ts) for just this target. */
  stepUp?: true
  query?: Q
  body?: B
  /** Left out: it says no more than that it is done. */
  response?: R
  /** Gives the same result as `response`, but faster for a body that already has its parsed form. */
  fastResponse?: Schema
  /** The part of the response that the client reads, where that is not all of it. */
  clientResponse?: Schema
}

export interface Endpoint<
  P extends Schema | Nothing = Schema | Nothing,
  Q extends Schema | Nothing = Schema | Nothing,
  B extends Schema | Nothing = Schema | Nothing,
  R extends Schema = Schema,
> extends Details<Q, B, R> {
  method: Method
  /** Relative to the base address, parameters in braces. Two parameters may share one segment: `{firstIp}:{lastIp}`. */
  path: string
  summary: string
  /** What a person needs for it. The gateway decides by it before anything is sent, and refuses what it does not allow. */
  right: Access
  params?: P
  response: R
  /** The parameters in a path, still percent-encoded; null where the path does not match. */
  match: (path: string) => Record<string, string> | null
}

/**
 * Declares one endpoint. Types, client, service, gateway and the OpenAPI document derive from it.
 * @param params only where a parameter means something that it means nowhere else
 */
export function endpoint<
  const Route extends `${Method} /${string}`,
  const A extends Access,
  R extends Schema = typeof doneResponse,
  Q extends Schema | Nothing = Nothing,
  B extends Schema | Nothing = Nothing,
  P extends Schema | Nothing = ParametersOf<Route>,
>(route: Route, right: A, summary: string, { params, response, ...details }: Details<Q, B, R> & { params?: P } = {}) {
  const [method, path] = route.split(' ') as [MethodOf<Route>, string]
  const names = namesIn(path) as (keyof PathParameters)[]
  const inPath = names.length === 0 ? undefined : z.object(Object.fromEntries(names.map((name) => [name, pathParameters[name]])))
  const declared = {
    method,
    path,
    right,
    summary,
    params: params ?? inPath,
    response: response ?? doneResponse,
    ...details,
    match: matcher(path),
  }
  // What is left out is as the types say.
  return declared as unknown as Endpoint<P, Q, B, R> & { right: A; method: MethodOf<Route> }
}

/** The schema of what the client reads of an answer. */
export const clientSchemaOf = ({ response, fastResponse = response, clientResponse = fastResponse }: Endpoint): Schema => clientResponse

type Part<E, K extends 'params' | 'query' | 'body', Side extends 'in' | 'out'> = E extends { [X in K]?: infer S }
  ? [Extract<S, Schema>] extends [never]
    ? unknown
    : Extract<S, Schema> extends infer T extends Schema
      ? Record<K, Side extends 'in' ? z.input<T> : z.output<T>>
      : unknown
  : unknown

/** What a caller passes. */
export type Input<E> = Part<E, 'params', 'in'> & Part<E, 'query', 'in'> & Part<E, 'body', 'in'>
/** What a handler gets: the parsed input. */
export type HandlerInput<E> = Part<E, 'params', 'out'> & Part<E, 'query', 'out'> & Part<E, 'body', 'out'>
/** What a call resolves to and a handler returns: the parsed form. Parsing it again gives the same value. */
export type Output<E> = E extends { response: infer R extends Schema } ? z.output<R> : never

const parameter = /\{(\w+)\}/g
const namesIn = (path: string) => [...path.matchAll(parameter)].map((found) => found[1]!)

/** The colon between two parameters may be percent-encoded. A single parameter never contains one, so the two banned-ip paths stay distinct. */
function matcher(path: string): Endpoint['match'] {
  const names = namesIn(path)
  const source = path
    .replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(parameter, '((?:(?!%3[Aa])[^/:])+)')
    .replaceAll('):(', ')(?::|%3[Aa])(')
  const pattern = new RegExp(`^${source}$`)
  return (candidate) => {
    const found = pattern.exec(candidate)
    return found && Object.fromEntries(names.map((name, index) => [name, found[index + 1]!]))
  }
}

/** Puts the parameters into the path, percent-encoded, so that a value cannot change the rest of the path. */
export function fillPath(path: string, params: Record<string, unknown> = {}): string {
  return path.replaceAll(parameter, (_, name: string) => {
    const value = params[name]
    if (typeof value !== 'string' && typeof value !== 'number') throw new TypeError(`No value for {${name}} in ${path}`)
    return encodeURIComponent(value)
  })
}

/** The query string with its question mark, or ''. Undefined and false values are left out. */
export function fillQuery(query: Record<string, unknown> = {}): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== false)
  return pairs.length ? `?${new URLSearchParams(pairs.map(([key, value]) => [key, String(value)]))}` : ''
}
