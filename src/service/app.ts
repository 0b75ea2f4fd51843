import { randomUUID } from 'node:crypto'
import { Hono, type Context as Exchange } from 'hono'
import { rateLimiter } from 'hono-rate-limiter'
import { en } from 'zod/locales'
import { z } from 'zod/mini'
import { api, route, type ApiName } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { idempotencyKeyHeader, idempotencyReplayedHeader, ifMatchHeader } from '#contract/own-service.ts'
import { isUnavailable } from '#db/errors.ts'
import type { Database } from '#db/open.ts'
import { limitBody } from '#http/body.ts'
import { internal, noSuchPath, Refusal, refusalBody, unavailable } from '#http/refusal.ts'
import { verifyToken } from './accounts/accounts.ts'
import { createAdmission } from './lists/concurrency-limit.ts'
import type { Context, Handlers } from './handler.ts'
import * as account from './handlers/account.ts'
import * as bannedIps from './handlers/banned-ips.ts'
import * as chats from './handlers/chats.ts'
import * as messages from './handlers/messages.ts'
import * as polls from './handlers/polls.ts'
import * as social from './handlers/social.ts'
import { answerOnce, type Answered } from './idempotency/idempotency.ts'
import { readInput } from './input.ts'
import { listBody } from './lists/list-response.ts'
import type { Listing } from './lists/chunked-list.ts'
import { ownTurn, waitingForTurns } from './event-loop.ts'
import { methodNotAllowed, tooManyReadsInAll, tooManyRequests, unauthorized } from './refusals.ts'
import type { Tables } from './tables.ts'

// zod/mini has no words of its own: without this every error would read "Invalid input".
z.config(en())

const handlers = { ...account, ...bannedIps, ...chats, ...messages, ...polls, ...social } satisfies Handlers

/** One line a request. Holds no token and no text that people wrote. */
export interface LogEntry {
  level: 'info' | 'warn' | 'error'
  request: string
  method: string
  endpoint: ApiName | null
  /** The path's parameters, as sent. */
  params: Record<string, string>
  account: number | null
  token: number | null
  /** How many things a request names, where its body is a list. */
  count?: number
  status: number
  /** The refusal's code; null where there was none. */
  code: string | null
  milliseconds: number
  /** What really went wrong, where the caller was told only that something did. */
  error?: unknown
}

interface Options {
  /** Prepared (see prepare.ts). */
  database: Database<Tables>
  /** Milliseconds since 1970. */
  now?: () => number
  /** Requests a minute for each token, and ten times as many as for each of the costly routes. Counted in memory: each process that shares the database allows as many again. */
  rateLimit?: number
  log?: (entry: LogEntry) => void
}

interface Env {
  Variables: {
    request: string
    endpoint: ApiName
    params: Record<string, string>
    account: number
    token: number
    count: number
    code: string
    trouble: unknown
  }
}

/** Answers with lists of more than one part (chunked-list.ts) that are made at once. Each holds a part in memory until it is taken. */
const longLists = { perAccount: 4, inAll: 16, waitingPerAccount: 16, waitingInAll: 64, waitTimeLimit: 5000 }

/** Lists that may wait for their first part to be read. */
const maxWaitingTurns = 100
/** What leaves much behind or takes long. A program that runs wild there must not use up all that its token may ask. */
const costly = new Set<ApiName>(['chatCreate', 'chatDuplicate', 'chatDelete', 'messageDeleteAll', 'messageListSlow'])

/** The chat management API as a function of requests, its paths at the root. Every refusal is an answer; nothing is thrown. */
export function createApp({ database, now = Date.now, rateLimit = 1200, log = () => {} }: Options): {
  fetch: (request: Request) => Promise<Response>
} {
  const app = new Hono<Env>()
  const admit = createAdmission(longLists)
  const costlyLimit = Math.ceil(rateLimit / 10)

  app.use(async (c, next) => {
    const start = performance.now()
    c.set('request', randomUUID())
    await next()
    // Not by `c.header`: for an answer that is there already it makes a new one each time, and a stream of the body.
    c.res.headers.set('x-request-id', c.get('request'))
    c.res.headers.set('cache-control', 'no-store')
    log(entryOf(c, performance.now() - start))
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
    await next()
  })

  app.use(
    rateLimiter<Env>({
      windowMs: 60_000,
      limit: rateLimit,
      keyGenerator: (c) => String(c.get('token')),
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
      skip: (c) => !costly.has(c.get('endpoint')),
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
    // The schemas of this very endpoint made the input; that they belong together is checked where each handler is written.
    const handle = handlers[name] as (input: unknown, context: Context) => Promise<object> | Listing<unknown>
    const tidy = (body: object): object => {
      const answer = endpoint.response.safeParse(body)
      if (!answer.success) throw new Error(`The answer of ${name} does not fit its schema`, { cause: answer.error })
      return answer.data as object
    }
    const context: Context = {
      database,
      account: c.get('account'),
      now,
      once: (decide) => decide(database.query),
      ifMatch: c.req.header(ifMatchHeader),
      tell: (version) => c.header('etag', version),
    }
    const key = endpoint.nonIdempotent ? c.req.header(idempotencyKeyHeader) : undefined
    if (key !== undefined) {
      // Nothing that is looked at first answers with a list.
      const act = async (within: Context) => tidy(await handle(input, within))
      return answerWith(c, await answerOnce(context, { key, name, input }, act))
    }
    const answer = handle(input, context)
    if (!isListing(answer)) return c.json(tidy(await answer))
    if (name !== 'messageList') {
      // Pages of messages are read so often that a turn for each would cost more than it gives; their length is asked for, and moderate.
      if (waitingForTurns() > maxWaitingTurns) throw tooManyReadsInAll()
      await ownTurn()
    }
    const body = await listBody({
      listing: answer,
      tidy,
      admit: () => admit(context.account),
      onFailure: (error) => log({ ...entryOf(c, performance.now() - start), level: 'error', error }),
    })
    if (!(body instanceof ReadableStream)) return c.json(body)
    return c.body(body, 200, { 'content-type': 'application/json', 'transfer-encoding': 'chunked' })
  })

  app.onError((error, c) => {
    const refusal = refusalOf(error, c.get('request'))
    if (refusal !== error) c.set('trouble', error)
    c.set('code', refusal.code)
    return c.json(refusalBody(refusal), refusal.status, refusal.headers)
  })

  return { fetch: async (request) => app.fetch(request) }
}

const isListing = (answer: object): answer is Listing<unknown> => Symbol.asyncIterator in answer

function answerWith(c: Exchange<Env>, { status, body, replayed }: Answered): Response {
  if (replayed) c.header(idempotencyReplayedHeader, 'true')
  if ('code' in body) c.set('code', String(body.code))
  // Only statuses of refusals, and 200, are kept.
  return c.json(body, status as Refusal['status'] | 200)
}

function refusalOf(error: Error, request: string): Refusal {
  if (error instanceof Refusal) return error
  return isUnavailable(error) ? unavailable() : internal(request)
}

function entryOf(c: Exchange<Env>, milliseconds: number): LogEntry {
  const error = c.get('trouble')
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
