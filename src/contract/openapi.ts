import type { z } from 'zod/mini'
import { api, apiNames, type ApiName } from './api.ts'
import type { Endpoint } from './endpoint.ts'
import { defaultMessagePageSize, maxMessagePageSize } from './messages.ts'
import { idempotencyKeyHeader, idempotencyKeyHours, idempotencyReplayedHeader, ifMatchHeader, ifNoneMatchHeader } from './own-service.ts'
import { content, namedSchemas, parametersIn, reference, schemaOf, type Json } from './openapi-schemas.ts'

/**
 * The OpenAPI 3.1 document of the API as our service implements it.
 * @param server the base URL, such as `http://127.0.0.1:4173/api`
 */
export function openapi(server: string): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Roomkeeper chat management API',
      version: '1.0.0',
      description: 'Hosted group chats: settings, messages, polls, banned addresses and the account. Every refusal has `status: false`.',
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
  // The deprecated read shares method and path with the fast one, and OpenAPI allows only one operation for both: it is put inside the other.
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
  const { method, path, summary, description, deprecated, params, query, body, response }: Endpoint = api[name]
  return {
    operationId: name,
    tags: [tagOf(path)],
    summary,
    ...(description ? { description } : {}),
    ...(deprecated ? { deprecated } : {}),
    parameters: [...parameters('path', params), ...parameters('query', query), ...headers(name)],
    ...(body ? { requestBody: { required: true, content: content(schemaOf(body, 'input')) } } : {}),
    responses: {
      200: { description: 'Done', ...answerHeaders(name), content: content(schemaOf(response, 'output')) },
      ...(method === 'GET' ? { 304: { description: 'Unchanged: the answer would be one that `If-None-Match` names.' } } : {}),
      ...Object.fromEntries(refusalsOf(name).map((status) => [status, { $ref: `#/components/responses/Refused${status}` }])),
    },
  }
}

/** The headers that our own service supports beyond the API document. */
function headers(name: ApiName): Json[] {
  const { method, nonIdempotent, versioned }: Endpoint = api[name]
  const header = (key: string, description: string, schema: Json) => ({ name: key, in: 'header', required: false, description, schema })
  return [
    nonIdempotent &&
      header(
        idempotencyKeyHeader,
        `A unique key for this request, such as a UUID. A request with the same key and content within ${idempotencyKeyHours} hours is not carried out again: it gets the answer of the first, with \`${idempotencyReplayedHeader}: true\`. A concurrent one waits for the first.`,
        { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
      ),
    method === 'GET' &&
      header(ifNoneMatchHeader, 'ETags of answers that the client has. If one of them is current, the response is 304 without a body.', {
        type: 'string',
      }),
    versioned &&
      method === 'PUT' &&
      header(ifMatchHeader, 'The ETag of the settings that this change is based on. Without it, any version is overwritten.', {
        type: 'string',
      }),
  ].filter((one) => typeof one === 'object')
}

function answerHeaders(name: ApiName): Json {
  const { method, nonIdempotent, versioned }: Endpoint = api[name]
  const tag = versioned
    ? 'The version of the settings, for If-Match, and of the whole answer, for If-None-Match.'
    : 'For If-None-Match. Missing from very long lists.'
  const sent = {
    ...(nonIdempotent && {
      [idempotencyReplayedHeader]: {
        description: 'The answer is replayed from an earlier request with this key.',
        schema: { const: 'true' },
      },
    }),
    ...((versioned || method === 'GET') && { etag: { description: tag, schema: { type: 'string' } } }),
  }
  return Object.keys(sent).length > 0 ? { headers: sent } : {}
}

const parameterNotes: Record<string, Json> = {
  chatId: { description: 'Id of a chat of this account.' },
  fast: { description: 'Selects this endpoint. Without it the deprecated one answers.' },
  limit: {
    description: `Maximum number of messages in the answer. A larger value is treated as ${maxMessagePageSize}.`,
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
      '`next` of the previous answer. It includes `from`, `to`, `reverse` and `limit` of that request, which can be left out. A different `limit` applies from here on; a different range or order is refused.',
  },
}

const parameters = (place: 'path' | 'query', schema: z.ZodMiniType | undefined): Json[] =>
  parametersIn(place, schema).map((parameter) => ({
    ...parameter,
    // A value and its text form in a URL: only the first is documented.
    schema: (parameter.schema['anyOf'] as Json[] | undefined)?.[0] ?? parameter.schema,
    ...parameterNotes[parameter.name],
  }))

const refusals: Record<string, string> = {
  400: 'The request is not valid. Nothing was changed. `errors` has messages by field.',
  401: 'The bearer token is missing, wrong, expired or revoked.',
  404: 'The resource does not exist in this account.',
  409: 'The request conflicts with stored data: the plan’s chats are all in use, the chat has the maximum of polls or banned ranges, the currency is set, or the range is already banned.',
  412: 'The settings have changed since; `ETag` has their version. Nothing was saved.',
  413: 'The body is too large.',
  415: 'The body is not sent as application/json.',
  422: 'The Idempotency-Key was already used for a different request. Nothing was done.',
  429: 'Too many requests. `Retry-After` has the seconds to wait.',
  503: 'The database cannot be reached. `Retry-After` has the seconds to wait.',
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
    content: content(reference('Refusal')),
  }
}
