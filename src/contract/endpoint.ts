import type { z } from 'zod/mini'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

type Schema = z.ZodMiniType
type Nothing = undefined

interface Declaration<P extends Schema | Nothing, Q extends Schema | Nothing, B extends Schema | Nothing, R extends Schema> {
  method: Method
  /** Relative to the base address, parameters in braces. Two parameters may share one segment: `{firstIp}:{lastIp}`. */
  path: string
  summary: string
  /** A paragraph for the OpenAPI document. */
  description?: string
  /** Served by our service for completeness and left out of the client (api.md, Versioning). */
  deprecated?: true
  /**
   * Done twice it is not the same as done once, so nobody repeats it before looking what became of it. Our own service knows a repetition by its
   * Idempotency-Key.
   */
  nonIdempotent?: true
  /** Our own service tells the version of what is read, and takes a change for one version only (ETag, If-Match). */
  versioned?: true
  params?: P
  query?: Q
  body?: B
  response: R
  /** What the client reads of the response, where that is less than all of it. */
  clientResponse?: Schema
}

export interface Endpoint<
  P extends Schema | Nothing = Schema | Nothing,
  Q extends Schema | Nothing = Schema | Nothing,
  B extends Schema | Nothing = Schema | Nothing,
  R extends Schema = Schema,
> extends Declaration<P, Q, B, R> {
  /** The path's parameters from a path, still percent-encoded, or null where it is another path. */
  match: (path: string) => Record<string, string> | null
}

/** Declares one row of the API document's endpoint tables. Types, client, service, gateway and OpenAPI all derive from it. */
export function endpoint<
  R extends Schema,
  P extends Schema | Nothing = Nothing,
  Q extends Schema | Nothing = Nothing,
  B extends Schema | Nothing = Nothing,
>(declaration: Declaration<P, Q, B, R>): Endpoint<P, Q, B, R> {
  return { ...declaration, match: matcher(declaration.path) }
}

type Part<E, K extends 'params' | 'query' | 'body', Side extends 'in' | 'out'> = E extends { [X in K]?: infer S }
  ? [Extract<S, Schema>] extends [never]
    ? unknown
    : Extract<S, Schema> extends infer T extends Schema
      ? Record<K, Side extends 'in' ? z.input<T> : z.output<T>>
      : unknown
  : unknown

/** What a caller passes. */
export type Input<E> = Part<E, 'params', 'in'> & Part<E, 'query', 'in'> & Part<E, 'body', 'in'>
/** What a handler gets: parsed and tidied. */
export type HandlerInput<E> = Part<E, 'params', 'out'> & Part<E, 'query', 'out'> & Part<E, 'body', 'out'>
/** What a call resolves to and a handler returns: the tidy form, which every response schema maps onto itself. */
export type Output<E> = E extends { response: infer R extends Schema } ? z.output<R> : never

const parameter = /\{(\w+)\}/g

/** The colon between two parameters may arrive percent-encoded; a lone parameter never holds one, so the two banned-ip paths stay apart. */
function matcher(path: string): Endpoint['match'] {
  const names = [...path.matchAll(parameter)].map((found) => found[1]!)
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

/** Fills the path. Each value is percent-encoded, so none can leave its place. */
export function fillPath(path: string, params: Record<string, unknown> = {}): string {
  return path.replaceAll(parameter, (_, name: string) => {
    const value = params[name]
    if (typeof value !== 'string' && typeof value !== 'number') throw new TypeError(`No value for {${name}} in ${path}`)
    return encodeURIComponent(value)
  })
}

/** The query string with its question mark, or ''. Undefined values are left out; `true` stands for a flag that is set. */
export function fillQuery(query: Record<string, unknown> = {}): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== false)
  return pairs.length ? `?${new URLSearchParams(pairs.map(([key, value]) => [key, String(value)]))}` : ''
}
