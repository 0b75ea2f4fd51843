import { randomUUID } from 'node:crypto'
import { type Context as HonoContext, Hono } from 'hono'
import { rateLimiter } from 'hono-rate-limiter'
import { en } from 'zod/locales'
import { z } from 'zod/mini'
import { type ApiName, api, route } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { idempotencyKeyHeader, idempotencyReplayedHeader, ifMatchHeader } from '#contract/own-service.ts'
import { isUnavailable } from '#db/errors.ts'
import type { Database } from '#db/open.ts'
import { limitBody } from '#http/body.ts'
import { etagOf, readResponse } from '#http/read-response.ts'
import { Refusal, internal, noSuchPath, refusalBody, unavailable } from '#http/refusal.ts'
import { pendingYields, yieldToEventLoop } from '#http/event-loop.ts'
import { verifyToken } from './accounts/accounts.ts'
import type { TokenKeySeal } from './accounts/token-keys.ts'
import { createConcurrencyLimit, type ChunkedList, listResponseBody } from './lists/list-response.ts'
import type { Context, Handlers } from './handler.ts'
import * as account from './handlers/account.ts'
import * as bannedIps from './handlers/banned-ips.ts'
import * as chats from './handlers/chats.ts'
import * as messages from './handlers/messages.ts'
import * as polls from './handlers/polls.ts'
import * as social from './handlers/social.ts'
import { type IdempotentAnswer, answerIdempotently } from './idempotency/idempotency.ts'
import { readInput } from './input.ts'
import { methodNotAllowed, tooManyReadsInAll, tooManyRequests, unauthorized } from './refusals.ts'
import type { Tables } from './tables.ts'

// zod/mini has no error messages of its own: without this every error would read "Invalid input".
z.config(en())

const handlers = { ...account, ...bannedIps, ...chats, ...messages, ...polls, ...social } satisfies Handlers

/** One entry per request. It contains no token and no text written by people. */
export interface LogEntry {
  level: 'info' | 'warn' | 'error'
  request: string
  method: string
  endpoint: ApiName | null
  /** The path's parameters, as sent. */
  params: Record<string, string>
  account: number | null
  token: number | null
  /** The length of the body, where that is a list. */
  count?: number
  status: number
  /** The refusal's code; null where there was none. */
  code: string | null
  milliseconds: number
  /** The error behind a response that does not reveal it. */
  error?: unknown
}

interface Options {
  /** Prepared (see prepare.ts). */
  database: Database<Tables>
  /** Milliseconds since 1970. */
  now?: () => number
  /** Requests per minute and token; each costly endpoint allows a tenth. Counted in memory: each process that shares the database has its own count. */
  rateLimit?: number
  log?: (entry: LogEntry) => void
  /** Without it, accounts have no token key. */
  tokenKeys?: TokenKeySeal
}

/** A change that is about to be made, with its parsed input. */
export interface Change {
  accountId: number
  token: { id: number; label: string }
  name: ApiName
  input: { params?: object; body?: unknown }
  key: string | undefined
  /** Reads with the same token, beyond its rate limit. */
  read: (path: string) => Promise<Response>
}

/** Of one request, from within this process. */
export interface RequestOptions {
  /** Makes the change with `send`, or refuses it. Called for everything that is no read, and for reads of the account, which hold its token key. */
  onChange?: (change: Change, send: () => Promise<Response>) => Promise<Response>
  isUnlimited?: boolean
}

interface Env {
  Bindings: RequestOptions
  Variables: {
    request: string
    endpoint: ApiName
    params: Record<string, string>
    account: number
    token: number
    tokenLabel: string
    count: number
    code: string
    error: unknown
    version: string
  }
}

/** For lists of more than one chunk (list-response.ts). Each holds a chunk in memory until the client takes it. */
const longListLimits = { maxPerAccount: 4, maxTotal: 16, maxQueuedPerAccount: 16, maxQueuedTotal: 64, queueTimeoutMs: 5000 }

/** Lists that may wait for their first chunk to be read. */
const maxPendingYields = 100
/** Endpoints that store much or take long. A runaway program that calls one must not use up the whole rate limit of its token. */
const costlyEndpoints = new Set<ApiName>(['chatCreate', 'chatDuplicate', 'chatDelete', 'messageDeleteAll', 'messageListSlow'])

/** The chat management API, its paths at the root. Every error becomes a response; nothing is thrown. */
export function createApp({ database, now = Date.now, rateLimit = 1200, log = () => {}, tokenKeys }: Options): {
  fetch: (request: Request, options?: RequestOptions) => Promise<Response>
} {
  const app = new Hono<Env>()
  const acquireLongList = createConcurrencyLimit(longListLimits)
  const costlyLimit = Math.ceil(rateLimit / 10)

  app.use(async (c, next) => {
    const start = performance.now()
    c.set('request', randomUUID())
    await next()
    // Not by `c.header`, which copies an existing response each time and turns its body into a stream.
    c.res.headers.set('x-request-id', c.get('request'))
    c.res.headers.set('cache-control', 'no-store')
    log(logEntryOf(c, performance.now() - start))
  })

  app.use(async (c, next) => {
    const { pathname, searchParams } = new URL(c.req.url)
    const found = route(c.req.method, pathname, searchParams)
    if (found.kind === 'not-found') throw noSuchPath()
    if (found.kind === 'wrong-method') throw methodNotAllowed(found.allow)
    c.set('endpoint', found.name)
    c.set('params', found.params)
    await next()
  })

  app.use(async (c, next) => {
    const header = c.req.header('authorization')
    const sent = header && /^Bearer +(\S+) *$/i.exec(header)?.[1]
    const owner = sent ? await verifyToken(database, sent, now()) : null
    if (!owner) throw unauthorized(header !== undefined)
    c.set('account', owner.accountId)
    c.set('token', owner.tokenId)
    c.set('tokenLabel', owner.label)
    await next()
  })

  app.use(
    rateLimiter<Env>({
      windowMs: 60_000,
      limit: rateLimit,
      keyGenerator: (c) => String(c.get('token')),
      skip: (c) => c.env.isUnlimited === true,
      handler: () => {
        throw tooManyRequests(rateLimit)
      },
    }),
  )

  app.use(
    rateLimiter<Env>({
      windowMs: 60_000,
      limit: costlyLimit,
      keyGenerator: (c) => `${c.get('token')} ${c.get('endpoint')}`,
      skip: (c) => !costlyEndpoints.has(c.get('endpoint')),
      handler: () => {
        throw tooManyRequests(costlyLimit)
      },
    }),
  )

  app.use(limitBody)

  app.all('*', async (c) => {
    const start = performance.now()
    const name = c.get('endpoint')
    const endpoint: Endpoint = api[name]
    const input = await readInput(endpoint, c.get('params'), c.req.raw)
    if (Array.isArray(input.body)) c.set('count', input.body.length)
    const { onChange } = c.env
    if (onChange && (endpoint.method !== 'GET' || name === 'accountRead'))
      return onChange(changeOf(c, input), () => carryOut(c, input, start))
    return carryOut(c, input, start)
  })

  const changeOf = (c: HonoContext<Env>, input: Change['input']): Change => ({
    accountId: c.get('account'),
    token: { id: c.get('token'), label: c.get('tokenLabel') },
    name: c.get('endpoint'),
    input,
    key: keyOf(c),
    read: async (path) => {
      const { authorization = '' } = c.req.header()
      return app.fetch(new Request(`http://service.invalid${path}`, { headers: { authorization } }), { isUnlimited: true })
    },
  })

  async function carryOut(c: HonoContext<Env>, input: Record<string, unknown>, start: number): Promise<Response> {
    const name = c.get('endpoint')
    const endpoint: Endpoint = api[name]
    // The input was parsed by the schemas of this endpoint, which the type of each handler requires.
    const handle = handlers[name] as (input: unknown, context: Context) => Promise<object> | ChunkedList<unknown>
    const { response, fastResponse = response } = endpoint
    const parseResponse = (body: object): object => {
      const parsed = fastResponse.safeParse(body)
      if (!parsed.success) throw new Error(`The response of ${name} does not match its schema`, { cause: parsed.error })
      return parsed.data as object
    }
    const context: Context = {
      database,
      account: c.get('account'),
      now,
      tokenKeys,
      decideOnce: (decide) => decide(database.query),
      ifMatch: c.req.header(ifMatchHeader),
      setVersion: (version) => c.set('version', version),
    }
    const key = keyOf(c)
    if (key !== undefined) {
      // No endpoint with a key returns a list.
      const run = async (within: Context) => parseResponse(await handle(input, within))
      return answerKeyed(c, await answerIdempotently(context, { key, name, input }, run))
    }
    const result = handle(input, context)
    if (!isChunkedList(result)) return answerWith(c, parseResponse(await result))
    if (name !== 'messageList') {
      // Pages of messages are limited in size and read so often that yielding for each would cost more than it gains.
      if (pendingYields() > maxPendingYields) throw tooManyReadsInAll()
      await yieldToEventLoop()
    }
    const body = await listResponseBody({
      list: result,
      parseResponse,
      acquireSlot: () => acquireLongList(context.account),
      onFailure: (error) => log({ ...logEntryOf(c, performance.now() - start), level: 'error', error }),
    })
    if (!(body instanceof ReadableStream)) return answerWith(c, body)
    return c.body(body, 200, { 'content-type': 'application/json', 'transfer-encoding': 'chunked' })
  }

  app.onError((error, c) => {
    const refusal = refusalOf(error, c.get('request'))
    if (refusal !== error) c.set('error', error)
    c.set('code', refusal.code)
    return c.json(refusalBody(refusal), refusal.status, refusal.headers)
  })

  return { fetch: async (request, options = {}) => app.fetch(request, options) }
}

/** The Idempotency-Key of a request that must not be carried out twice. */
function keyOf(c: HonoContext<Env>): string | undefined {
  const { nonIdempotent }: Endpoint = api[c.get('endpoint')]
  return nonIdempotent && c.req.header(idempotencyKeyHeader)
}

/** The response to a read has an ETag, that to a change only where the handler sets one. */
async function answerWith(c: HonoContext<Env>, json: object): Promise<Response> {
  const version = c.get('version')
  if (c.req.method !== 'GET') return c.json(json, 200, version === undefined ? {} : { etag: version })
  const text = JSON.stringify(json)
  const { status, body, headers } = await readResponse(c.req.raw.headers, text, version ?? etagOf(text))
  return status === 304 ? c.body(null, status, headers) : c.body(body, status, headers)
}

const isChunkedList = (result: object): result is ChunkedList<unknown> => Symbol.asyncIterator in result

function answerKeyed(c: HonoContext<Env>, { status, body, replayed }: IdempotentAnswer): Response {
  if (replayed) c.header(idempotencyReplayedHeader, 'true')
  if ('code' in body) c.set('code', String(body.code))
  // Only 200 and statuses of refusals are stored.
  return c.json(body, status as Refusal['status'] | 200)
}

function refusalOf(error: Error, request: string): Refusal {
  if (error instanceof Refusal) return error
  return isUnavailable(error) ? unavailable() : internal(request)
}

function logEntryOf(c: HonoContext<Env>, milliseconds: number): LogEntry {
  const error = c.get('error')
  const count = c.get('count')
  return {
    level: c.res.status >= 500 ? 'error' : c.res.status >= 400 ? 'warn' : 'info',
    request: c.get('request'),
    method: c.req.method,
    endpoint: c.get('endpoint') ?? null,
    params: c.get('params') ?? {},
    account: c.get('account') ?? null,
    token: c.get('token') ?? null,
    ...(count !== undefined && { count }),
    status: c.res.status,
    code: c.get('code') ?? null,
    milliseconds: Math.round(milliseconds * 10) / 10,
    ...(error !== undefined && { error }),
  }
}
