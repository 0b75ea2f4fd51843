import type { z } from 'zod/mini'
import { api, apiNames, type ApiName } from './api.ts'
import type { Endpoint } from './endpoint.ts'
import { defaultMessagePageSize, maxMessagePageSize } from './messages.ts'
import { idempotencyKeyHeader, idempotencyKeyHours, idempotencyReplayedHeader, ifMatchHeader } from './own-service.ts'
import { jsonSchema, namedSchemas, reference, schemaOf, type Json } from './openapi-schemas.ts'

/**
 * The OpenAPI 3.1 document of the API as our service speaks it: answers in their tidy form, requests as it accepts them.
 * @param server the address in front of the paths, such as `http://127.0.0.1:4173/api`
 */
export function openapi(server: string): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Roomkeeper chat management API',
      version: '1.0.0',
      description: 'Hosted group chat rooms: settings, messages, polls, banned addresses, the account. Every refusal has `status: false`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: server }],
    security: [{ bearer: [] }],
    tags: Object.values(tags).map((name) => ({ name })),
    paths: paths(),
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: namedSchemas(),
      responses: Object.fromEntries(
        Object.entries(refusals).map(([status, description]) => [`Refused${status}`, refused(status, description)]),
      ),
    },
  }
}

const tags = {
  polls: 'Polls',
  messages: 'Messages',
  'banned-ips': 'Banned IPs',
  account: 'Account',
  social: 'Social settings',
  chats: 'Chats',
}

const tagOf = (path: string) => Object.entries(tags).find(([part]) => path.split('/').includes(part))?.[1] ?? tags.chats

function paths(): Record<string, Json> {
  const found: Record<string, Json> = {}
  // The deprecated read shares method and path with the fast one, and OpenAPI allows one operation for both: it stands inside the other.
  const names = apiNames.toSorted((a, b) => Number(isDeprecated(a)) - Number(isDeprecated(b)))
  for (const name of names) {
    const { method, path }: Endpoint = api[name]
    const operations = (found[path] ??= {})
    const sibling = operations[method.toLowerCase()] as Json | undefined
    if (sibling) sibling['x-deprecated-without-query'] = operation(name)
    else operations[method.toLowerCase()] = operation(name)
  }
  return found
}

const isDeprecated = (name: ApiName) => (api[name] as Endpoint).deprecated === true

function operation(name: ApiName): Json {
  const { path, summary, description, deprecated, params, query, body, response }: Endpoint = api[name]
  return {
    operationId: name,
    tags: [tagOf(path)],
    summary,
    ...(description ? { description } : {}),
    ...(deprecated ? { deprecated } : {}),
    parameters: [...parameters('path', params), ...parameters('query', query), ...headers(name)],
    ...(body ? { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(body, 'input') } } } } : {}),
    responses: {
      200: { description: 'Done', ...answerHeaders(name), content: { 'application/json': { schema: schemaOf(response, 'output') } } },
      ...Object.fromEntries(refusalsOf(name).map((status) => [status, { $ref: `#/components/responses/Refused${status}` }])),
    },
  }
}

/** What our own service understands beyond the API document. */
function headers(name: ApiName): Json[] {
  const { method, nonIdempotent, versioned }: Endpoint = api[name]
  const header = (key: string, description: string, schema: Json) => ({ name: key, in: 'header', required: false, description, schema })
  return [
    nonIdempotent &&
      header(
        idempotencyKeyHeader,
        `A name for this act, such as a UUID. Sent again with the same key and the same content within ${idempotencyKeyHours} hours, it is not done again: the answer is that of the first time, with \`${idempotencyReplayedHeader}: true\`. A second one at the same time waits for the first.`,
        { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
      ),
    versioned &&
      method === 'PUT' &&
      header(ifMatchHeader, 'The ETag of the settings that this change was made for. Without it any are overwritten.', { type: 'string' }),
  ].filter((one) => typeof one === 'object')
}

function answerHeaders(name: ApiName): Json {
  const { nonIdempotent, versioned }: Endpoint = api[name]
  const told = {
    ...(nonIdempotent && {
      [idempotencyReplayedHeader]: { description: 'Given before, to an earlier request with this key.', schema: { const: 'true' } },
    }),
    ...(versioned && { etag: { description: 'The version of the settings.', schema: { type: 'string' } } }),
  }
  return Object.keys(told).length > 0 ? { headers: told } : {}
}

const parameterNotes: Record<string, Json> = {
  chatId: { description: 'Id of a chat of this account.' },
  fast: { description: 'Selects this read. Without it the deprecated one answers.' },
  limit: {
    description: `Most messages in the answer. Any larger number is read as ${maxMessagePageSize}.`,
    schema: { type: 'integer', minimum: 1, default: defaultMessagePageSize },
  },
  from: { description: 'Start of the time range, inclusive. Seconds since 1970.', schema: { type: 'integer', minimum: 0 } },
  to: { description: 'End of the time range, inclusive. Seconds since 1970.', schema: { type: 'integer', minimum: 0 } },
  reverse: {
    description: 'Newest first. A flag: `reverse`, `reverse=1` and `reverse=true` are the same.',
    allowEmptyValue: true,
    schema: { type: 'boolean', default: false },
  },
  next: {
    description:
      '`next` of the answer before. It stands for `from`, `to`, `reverse` and `limit` of that request, which may be left out. Another `limit` counts from here on; another range or order is refused.',
  },
}

function parameters(place: 'path' | 'query', schema: z.ZodMiniType | undefined): Json[] {
  if (!schema) return []
  const { properties, required } = jsonSchema(schema, 'input') as { properties: Record<string, Json>; required?: string[] }
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: place,
    required: required?.includes(name) ?? false,
    // Of a value and its text form in an address, the first is what it means.
    schema: (value['anyOf'] as Json[] | undefined)?.[0] ?? value,
    ...parameterNotes[name],
  }))
}

const refusals: Record<string, string> = {
  400: 'The request is not valid. Nothing was changed. `errors` names the fields.',
  401: 'The bearer token is missing, wrong, expired or revoked.',
  404: 'There is no such thing in this account.',
  409: 'The request conflicts with what is stored: the plan is full, the chat holds as many polls or bans as it may, the currency is set, the range is banned already.',
  412: 'The settings have another version by now, told as `ETag`. Nothing was written.',
  413: 'The body is too large.',
  415: 'The body is not sent as application/json.',
  422: 'The Idempotency-Key was already used for a different request. Nothing was done.',
  429: 'Too many requests. `Retry-After` says how many seconds to wait.',
  503: 'The database does not answer. `Retry-After` says how many seconds to wait.',
}

const mayConflict = new Set<ApiName>(['chatCreate', 'chatDuplicate', 'pollCreate', 'currencySet', 'banCreate'])

function refusalsOf(name: ApiName): string[] {
  const { method, params, query, body, nonIdempotent, versioned }: Endpoint = api[name]
  const when: Record<string, boolean> = {
    400: Boolean(params ?? query ?? body ?? nonIdempotent),
    404: Boolean(params),
    409: mayConflict.has(name),
    412: versioned === true && method === 'PUT',
    413: Boolean(body),
    422: nonIdempotent === true,
    415: Boolean(body),
  }
  return Object.keys(refusals).filter((status) => when[status] ?? true)
}

function refused(status: string, description: string): Json {
  const waits = status === '429' || status === '503'
  return {
    description,
    ...(waits ? { headers: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } } } : {}),
    content: { 'application/json': { schema: reference('Refusal') } },
  }
}
