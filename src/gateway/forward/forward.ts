import type { Logger } from 'pino'
import { api, route, type ApiName } from '#contract/api.ts'
import { fillPath, fillQuery, type Endpoint } from '#contract/endpoint.ts'
import { idempotencyKeyHeader, idempotencyReplayedHeader, ifMatchHeader } from '#contract/own-service.ts'
import { gatewayPaths } from '#contract/session.ts'
import { refusal } from '#contract/values.ts'
import { fieldErrors, invalid, noSuchPath, Refusal } from '#http/refusal.ts'
import { clearCookie, readCookie } from '../session/cookie.ts'
import { requireStepUp, pickAccountFields } from './step-up.ts'
import { requireMatchingAccount, type Identity } from '../session/identity.ts'
import { clientAddress, type RequestContext } from '../server/request-context.ts'
import { noSession, tokenRefused, versionNeeded, wrongMethod } from '../refusals.ts'
import type { ActiveSession, Sessions } from '../session/sessions.ts'
import { requestUpstream, isObject, type UpstreamResponse, type Upstream } from './upstream.ts'

interface ForwardParts {
  sessions: Sessions
  upstream: Upstream
  identity: Identity
  log: Logger
  /** Unix seconds. */
  now: () => number
  /** Milliseconds. */
  upstreamTimeoutMs?: number | undefined
}

interface ForwardedCall {
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
export function forwarder({
  sessions,
  upstream,
  identity,
  log,
  now,
  upstreamTimeoutMs,
}: ForwardParts): (c: RequestContext) => Promise<Response> {
  const isOwn = upstream.kind === 'bundled'
  return async (c) => {
    const call = await parseCall(c, upstream)
    const session = await sessions.find(readCookie(c), true)
    if (!session) throw noSession()
    requireMatchingAccount(c, identity(session.account.id))
    requireVersion(call)
    const read = (path: string) => send(c, session, { method: 'GET', path, body: undefined, headers: {} })
    await requireStepUp({ ...call, isFresh: session.freshUntil > now(), read })
    const answer = await send(c, session, call)
    logDeletion(call, session, answer.status, clientAddress(c))
    logRefusal(call, session, answer, clientAddress(c))
    const retryAfter = answer.retryAfter === null ? {} : { 'retry-after': answer.retryAfter }
    const body = answer.stream ?? (call.name === 'accountRead' ? withoutTokenKey(answer) : answer.text)
    return new Response(body, {
      status: answer.status,
      headers: { 'content-type': 'application/json', ...retryAfter, ...responseHeaders(answer) },
    })
  }

  async function send(
    c: RequestContext,
    session: ActiveSession,
    { method, path, body, headers }: Pick<ForwardedCall, 'method' | 'path' | 'body' | 'headers'>,
  ): Promise<UpstreamResponse> {
    try {
      const answer = await requestUpstream(upstream, path, { method, token: session.token, body, headers }, upstreamTimeoutMs)
      if (answer.status === 401) throw tokenRefused(refusal.safeParse(answer.json).data?.message)
      return answer
    } catch (error) {
      if (error instanceof Refusal && error.code === 'token_refused') {
        await sessions.end(session.hash)
        clearCookie(c)
      }
      throw error
    }
  }

  /** A save that says for which version it is meant overwrites nothing that its page has not seen (docs/decisions.md). */
  function requireVersion({ name, method, headers }: ForwardedCall) {
    const endpoint: Endpoint = api[name]
    if (isOwn && endpoint.versioned && method === 'PUT' && headers[ifMatchHeader] === undefined) throw versionNeeded()
  }

  function responseHeaders({ headers }: UpstreamResponse) {
    return isOwn ? pickHeaders(headers, ['etag', idempotencyReplayedHeader, 'transfer-encoding']) : {}
  }

  /** Refusals of our own are logged where they become answers; these are the service's. */
  function logRefusal(
    { name, method, params }: ForwardedCall,
    session: ActiveSession,
    { status, json }: UpstreamResponse,
    address: string,
  ) {
    const said = refusal.safeParse(json).data
    if (status < 400 && said?.status !== false) return
    const code = said?.code?.slice(0, 50) ?? null
    log.info(
      { event: 'refusal', route: name, method, ...params, status, code, account: session.account.id, address },
      'refused by the service',
    )
  }

  function logDeletion({ name, method, params, body }: ForwardedCall, session: ActiveSession, status: number, address: string) {
    if (method !== 'DELETE' && name !== 'messageDeleteSome') return
    log.info({ event: 'deletion', route: name, ...params, ...idCount(body), status, account: session.account.id, address }, 'deletion')
  }
}

async function parseCall(c: RequestContext, { kind }: Upstream): Promise<ForwardedCall> {
  const { pathname, searchParams } = new URL(c.req.url)
  // The router compares decoded paths, this one is as it came: `/bff/%61pi/...` gets here and no further.
  if (!pathname.startsWith(`${gatewayPaths.api}/`)) throw noSuchPath()
  const found = route(c.req.method, pathname.slice(gatewayPaths.api.length), searchParams)
  if (found.kind === 'not-found') throw noSuchPath()
  if (found.kind === 'wrong-method') throw wrongMethod()
  const endpoint: Endpoint = api[found.name]
  if (endpoint.deprecated) throw noSuchPath()
  const params = parse(endpoint.params, found.params)
  const query = parse(endpoint.query, Object.fromEntries(searchParams))
  return {
    name: found.name,
    method: endpoint.method,
    path: fillPath(endpoint.path, params) + fillQuery(query),
    params,
    body: endpoint.body ? bodyFor(found.name, await c.req.text()) : undefined,
    headers: kind === 'bundled' ? pickHeaders(c.req.raw.headers, [idempotencyKeyHeader, ifMatchHeader]) : {},
  }
}

const pickHeaders = (headers: Headers, names: string[]) =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = headers.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )

const bodyFor = (name: ApiName, text: string) => (name === 'accountUpdate' ? pickAccountFields(text) : text)

/** What the schema knows, tidied; nothing without a schema. */
function parse(schema: Endpoint['params'], values: Record<string, string>): Record<string, unknown> {
  if (!schema) return {}
  const parsed = schema.safeParse(values)
  if (!parsed.success) throw invalid(fieldErrors({ body: parsed.error.issues }))
  return isObject(parsed.data) ? parsed.data : {}
}

/** `tokenKey` is a secret of the account, and comes by a way of its own. */
function withoutTokenKey({ json, text }: UpstreamResponse): string {
  if (!isObject(json.data) || !('tokenKey' in json.data)) return text
  const { tokenKey: _, ...data } = json.data
  return JSON.stringify({ ...json, data })
}

/** How many ids a list holds, for the log. */
function idCount(body: string | undefined): { count?: number } {
  try {
    const ids: unknown = JSON.parse(body ?? '')
    return Array.isArray(ids) ? { count: ids.length } : {}
  } catch {
    return {}
  }
}
