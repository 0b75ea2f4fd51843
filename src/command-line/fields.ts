import type { Endpoint } from '#contract/endpoint.ts'
import { type Json, propertiesOf } from '#contract/openapi-schemas.ts'
import { isSettingName, setting } from '#contract/settings-derive.ts'
import { UsageError } from './usage-error.ts'

/** The input of a command as a flat list of fields, derived from the schemas of its endpoint. */
export interface Field {
  name: string
  /** `params` are arguments by position, the others options by name. */
  place: 'params' | 'query' | 'body'
  /** JSON Schema. */
  schema: Json
  isRequired: boolean
  /** An option that may also be given by position, after the arguments. */
  isPositional?: true
  /** Takes all further arguments. */
  isRest?: true
}

export const fieldsOf = ({ params, query, body }: Pick<Endpoint, 'params' | 'query' | 'body'>): Field[] => [
  ...fieldsIn('params', params),
  ...fieldsIn('query', query),
  ...fieldsIn('body', body),
]

export const fieldsIn = (place: Field['place'], schema: Endpoint['params']): Field[] =>
  propertiesOf(schema).map(({ name, schema: of, isRequired }) => ({
    name,
    place,
    schema: place === 'body' && isSettingName(name) ? { description: setting(name).help, ...of } : of,
    isRequired: place === 'params' || isRequired,
  }))

/** The parts of a request, from its values by field. */
export function inputFrom(fields: readonly Field[], values: Readonly<Record<string, unknown>>, { body }: Pick<Endpoint, 'body'>) {
  const partOf = (place: Field['place']) =>
    Object.fromEntries(
      fields.filter((field) => field.place === place && values[field.name] !== undefined).map(({ name }) => [name, values[name]]),
    )
  return { params: partOf('params'), query: partOf('query'), ...(body && { body: partOf('body') }) }
}

/** The types of JSON that a schema takes. */
export function typesOf(schema: Json): Set<string> {
  const {
    type,
    anyOf = [],
    oneOf = [],
    const: constant,
    enum: values = [],
  } = schema as {
    type?: string | string[]
    anyOf?: Json[]
    oneOf?: Json[]
    const?: unknown
    enum?: unknown[]
  }
  const stated = [type ?? []].flat().map((name) => (name === 'integer' ? 'number' : name))
  const literals = [...(constant === undefined ? [] : [constant]), ...values].map((value) => (value === null ? 'null' : typeof value))
  return new Set([...stated, ...literals, ...[...anyOf, ...oneOf].flatMap((inner) => [...typesOf(inner)])])
}

const number = /^-?\d{1,16}(\.\d{1,15})?$/
/** Whether a typed text is a number that JavaScript holds exactly: an id must not be rounded to another one. */
const isNumber = (text: string) => number.test(text) && Math.abs(Number(text)) <= Number.MAX_SAFE_INTEGER

/** A typed text as the value that its schema takes; the endpoint's own schema judges it. Throws a UsageError. */
export function valueOf({ name, schema }: Field, text: string): unknown {
  const types = typesOf(schema)
  if (text === 'null' && types.has('null')) return null
  if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true'
  if (types.has('number') && isNumber(text)) return Number(text)
  if (types.has('array') && !text.startsWith('[')) return text.split(',').map((item) => (isNumber(item) ? Number(item) : item))
  if (types.has('array') || types.has('object')) return jsonIn(name, text)
  return text
}

function jsonIn(name: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError(`--${name} must be JSON.`)
  }
}

/** What can be typed, in a few characters: `true|false`, `NUMBER`, `TEXT`. */
export function placeholderOf(schema: Json): string {
  const { enum: values } = schema as { enum?: unknown[] }
  if (values) return values.join('|')
  const types = typesOf(schema)
  if (types.has('boolean')) return 'true|false'
  if (types.has('array')) return 'A,B,…'
  if (types.has('object')) return 'JSON'
  if (types.has('number') && !types.has('string')) return types.has('null') ? 'NUMBER|null' : 'NUMBER'
  return 'TEXT'
}
