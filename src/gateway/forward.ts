import type { Logger } from 'pino'
import { api, route, type ApiName } from '#contract/api.ts'
import { fillPath, fillQuery, type Endpoint } from '#contract/endpoint.ts'
import { idempotencyKeyHeader, idempotencyReplayedHeader, ifMatchHeader } from '#contract/own-service.ts'
import { gatewayPaths } from '#contract/session.ts'
import { refusal } from '#contract/values.ts'
import { fieldErrors, invalid, noSuchPath, Refusal } from '#http/refusal.ts'
import { dropCookie, readCookie } from './cookie.ts'
import { guardFinalActs, knownAccountFields } from './final-acts.ts'
import { requireShownAccount, type Identity } from './identity.ts'
import { addressOf, type Incoming } from './incoming.ts'
import { noSession, tokenRefused, versionNeeded, wrongMethod } from './refusals.ts'
import type { LiveSession, Sessions } from './sessions.ts'
import { ask, isObject, type Answer, type Upstream } from './upstream.ts'

interface ForwardParts {
  sessions: Sessions
  upstream: Upstream
  identity: Identity
  log: Logger
  /** Unix seconds. */
  now: () => number
  /** Milliseconds. */
  upstreamTimeLimit?: number | undefined
}

interface Call {
  name: ApiName
  method: string
  /** Built anew from parsed values: nothing of the request's own address goes on. */
  path: string
  params: Record<string, unknown>
  body: string | undefined
  /** What only our own service is asked and believed (own-service.ts). */
  headers: Record<string, string>
}

/** Hands a call of the page on to the service, with the session's token, and the service's answer back to the page. */
export function forwarder({ sessions, upstream, identity, log, now, upstreamTimeLimit }: ForwardParts): (c: Incoming) => Promise<Response> {
  const isOwn = upstream.kind === 'bundled'
  return async (c) => {
    const call = await callFrom(c, upstream)
    const session = await sessions.find(readCookie(c), true)
    if (!session) throw noSession()
    requireShownAccount(c, identity(session.account.id))
    requireVersion(call)
    const read = (path: string) => answerOf(c, session, { method: 'GET', path, body: undefined, headers: {} })
    await guardFinalActs({ ...call, isFresh: session.freshUntil > now(), read })
    const answer = await answerOf(c, session, call)
    logDeletion(call, session, answer.status, addressOf(c))
    logRefusal(call, session, answer, addressOf(c))
    const retryAfter = answer.retryAfter === null ? {} : { 'retry-after': answer.retryAfter }
    const body = answer.stream ?? (call.name === 'accountRead' ? withoutSecret(answer) : answer.text)
    return new Response(body, { status: answer.status, headers: { 'content-type': 'application/json', ...retryAfter, ...told(answer) } })
  }

  async function answerOf(
    c: Incoming,
    session: LiveSession,
    { method, path, body, headers }: Pick<Call, 'method' | 'path' | 'body' | 'headers'>,
  ): Promise<Answer> {
    try {
      const answer = await ask(upstream, path, { method, token: session.token, body, headers }, upstreamTimeLimit)
      if (answer.status === 401) throw tokenRefused(refusal.safeParse(answer.json).data?.message)
      return answer
    } catch (error) {
      if (error instanceof Refusal && error.code === 'token_refused') {
        await sessions.end(session.hash)
        dropCookie(c)
      }
      throw error
    }
  }

  /** A save that says for which version it is meant overwrites nothing that its page has not seen (docs/decisions.md). */
  function requireVersion({ name, method, headers }: Call) {
    const endpoint: Endpoint = api[name]
    if (isOwn && endpoint.versioned && method === 'PUT' && headers[ifMatchHeader] === undefined) throw versionNeeded()
  }

  function told({ headers }: Answer) {
    return isOwn ? only(headers, ['etag', idempotencyReplayedHeader, 'transfer-encoding']) : {}
  }

  /** Refusals of our own are logged where they become answers; these are the service's. */
  function logRefusal({ name, method, params }: Call, session: LiveSession, { status, json }: Answer, address: string) {
    const said = refusal.safeParse(json).data
    if (status < 400 && said?.status !== false) return
    const code = said?.code?.slice(0, 50) ?? null
    log.info(
      { event: 'refusal', route: name, method, ...params, status, code, account: session.account.id, address },
      'refused by the service',
    )
  }

  function logDeletion({ name, method, params, body }: Call, session: LiveSession, status: number, address: string) {
    if (method !== 'DELETE' && name !== 'messageDeleteSome') return
    log.info({ event: 'deletion', route: name, ...params, ...counted(body), status, account: session.account.id, address }, 'deletion')
  }
}

async function callFrom(c: Incoming, { kind }: Upstream): Promise<Call> {
  const { pathname, searchParams } = new URL(c.req.url)
  // The router compares decoded paths, this one is as it came: `/bff/%61pi/...` gets here and no further.
  if (!pathname.startsWith(`${gatewayPaths.api}/`)) throw noSuchPath()
  const found = route(c.req.method, pathname.slice(gatewayPaths.api.length), searchParams)
  if (found.found === 'nothing') throw noSuchPath()
  if (found.found === 'method') throw wrongMethod()
  const endpoint: Endpoint = api[found.found]
  if (endpoint.deprecated) throw noSuchPath()
  const params = parse(endpoint.params, found.params)
  const query = parse(endpoint.query, Object.fromEntries(searchParams))
  return {
    name: found.found,
    method: endpoint.method,
    path: fillPath(endpoint.path, params) + fillQuery(query),
    params,
    body: endpoint.body ? bodyFor(found.found, await c.req.text()) : undefined,
    headers: kind === 'bundled' ? only(c.req.raw.headers, [idempotencyKeyHeader, ifMatchHeader]) : {},
  }
}

const only = (headers: Headers, names: string[]) =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = headers.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )

const bodyFor = (name: ApiName, text: string) => (name === 'accountUpdate' ? knownAccountFields(text) : text)

/** What the schema knows, tidied; nothing without a schema. */
function parse(schema: Endpoint['params'], values: Record<string, string>): Record<string, unknown> {
  if (!schema) return {}
  const parsed = schema.safeParse(values)
  if (!parsed.success) throw invalid(fieldErrors({ body: parsed.error.issues }))
  return isObject(parsed.data) ? parsed.data : {}
}

/** `tokenKey` is a secret of the account, and comes by a way of its own. */
function withoutSecret({ json, text }: Answer): string {
  if (!isObject(json.data) || !('tokenKey' in json.data)) return text
  const { tokenKey: _, ...data } = json.data
  return JSON.stringify({ ...json, data })
}

/** How many ids a list holds, for the log. */
function counted(body: string | undefined): { count?: number } {
  try {
    const ids: unknown = JSON.parse(body ?? '')
    return Array.isArray(ids) ? { count: ids.length } : {}
  } catch {
    return {}
  }
}
