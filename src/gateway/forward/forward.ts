import { createHash } from 'node:crypto'
import { AccountDraft, AccountResponse, accountRead } from '#contract/account.ts'
import { type ApiName, api, route } from '#contract/api.ts'
import { type Endpoint, fillPath, fillQuery } from '#contract/endpoint.ts'
import { entryHeader } from '#contract/gateway/cause.ts'
import { pollMaxAgeOf } from '#contract/messages.ts'
import { idempotencyKeyHeader, idempotencyReplayedHeader, ifMatchHeader } from '#contract/own-service.ts'
import { gatewayPaths, stepUpEndpoints } from '#contract/session.ts'
import { parseJson, refusal } from '#contract/values.ts'
import { readResponse } from '#http/read-response.ts'
import { invalid, noSuchPath } from '#http/refusal.ts'
import { notJson, versionNeeded, wrongMethod } from '../refusals.ts'
import { type RequestContext, clientAddress } from '../server/request-context.ts'
import { type SessionRouteOptions, requireSession } from '../session/require-session.ts'
import type { ActiveSession } from '../session/sessions.ts'
import type { DeletionLimit } from '../limits/deletion-limit.ts'
import type { Member } from '../access/member.ts'
import { type Asked, type Caller, parsed, permitted, requireConfirmed, requireRight } from '../pipeline/admit.ts'
import { withinLimits } from './rights.ts'
import { longListResponse } from './long-list.ts'
import type { CallService } from './service-calls.ts'
import type { ServiceResponse } from './visible.ts'
import { type Upstream, isObject } from './upstream.ts'

interface ForwardedCall extends Asked {
  name: ApiName
  method: string
  /** Rebuilt from parsed values: nothing of the request's own URL is forwarded. */
  path: string
  body: string | undefined
  /** Request headers that are forwarded to our own service only (contract/own-service.ts). */
  headers: Record<string, string>
  /** See ServiceCall. */
  maxAgeSeconds: number | null
}

/** The page's way. */
export const apiPage = (options: Pick<SessionRouteOptions, 'sessions' | 'identity'>): Caller => ({
  path: gatewayPaths.api,
  authenticate: (c) => requireSession(c, options),
})

/** Forwards API calls to the service with the session's token, and returns the service's responses. */
export function forwarder(
  { upstream, log, now }: Pick<SessionRouteOptions, 'upstream' | 'log' | 'now'>,
  caller: Caller,
  callService: CallService,
  deletionLimit: DeletionLimit,
): (c: RequestContext) => Promise<Response> {
  const isOwn = upstream.kind === 'bundled'
  return async (c) => {
    const call = await parseCall(c, caller.path, upstream)
    const session = await permitted(c, caller, call)
    requireVersion(call)
    const readAccount = () =>
      callService(c, session, { name: 'accountRead', method: accountRead.method, path: accountRead.path, isForGateway: true })
    const hasNewEmail = once(() => changesEmail(call, readAccount))
    if (session.member && (await hasNewEmail())) requireRight(session.member, 'account.email')
    await requireConfirmed(session, call, now(), () => stepUpNames.has(call.name) || hasNewEmail())
    const headers = ofPerson(session.member, call.headers)
    const send = (body: string | undefined) => callService(c, session, { ...call, body, headers })
    const response = await withinLimits(session.member, call, deletionLimit, send)
    logDeletion(call, session, response.status, clientAddress(c))
    logRefusal(call, session, response, clientAddress(c))
    if (response.list) return longListResponse(c, response.list)
    if (response.etag !== null) {
      const { body, status, headers } = await readResponse(c.req.raw.headers, response.text, response.etag)
      return new Response(body, { status, headers })
    }
    const retryAfter = response.retryAfter === null ? {} : { 'retry-after': response.retryAfter }
    return new Response(response.text, {
      status: response.status,
      headers: { 'content-type': 'application/json', ...retryAfter, ...responseHeaders(response) },
    })
  }

  /** Optimistic concurrency: a save must name the version it is based on, so that it overwrites no change its page has not seen (docs/decisions.md). */
  function requireVersion({ endpoint, method, headers }: ForwardedCall) {
    if (isOwn && endpoint.versioned && method === 'PUT' && headers[ifMatchHeader] === undefined) throw versionNeeded()
  }

  function responseHeaders({ headers, status, entry }: ServiceResponse) {
    return {
      ...(entry !== undefined && status < 300 && { [entryHeader]: String(entry) }),
      ...(isOwn && pickHeaders(headers, ['etag', idempotencyReplayedHeader])),
    }
  }

  /** Logs the service's refusals; the gateway's own are logged in gateway.ts. */
  function logRefusal({ name, method, params }: ForwardedCall, session: ActiveSession, { status, json }: ServiceResponse, address: string) {
    const refused = refusal.safeParse(json).data
    if (status < 400 && refused?.status !== false) return
    const code = refused?.code?.slice(0, 50) ?? null
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

async function parseCall(c: RequestContext, prefix: string, { kind }: Upstream): Promise<ForwardedCall> {
  const { pathname, searchParams } = new URL(c.req.url)
  // The router matches decoded paths, and this one is still encoded: `/bff/%61pi/...` gets here and is refused.
  if (!pathname.startsWith(`${prefix}/`)) throw noSuchPath()
  const found = route(c.req.method, pathname.slice(prefix.length), searchParams)
  if (found.kind === 'not-found') throw noSuchPath()
  if (found.kind === 'wrong-method') throw wrongMethod()
  const endpoint: Endpoint = api[found.name]
  if (endpoint.deprecated) throw noSuchPath()
  const params = { ...parsed(endpoint.params, found.params) }
  const query = { ...parsed(endpoint.query, Object.fromEntries(searchParams)) }
  return {
    name: found.name,
    endpoint,
    method: endpoint.method,
    path: fillPath(endpoint.path, params) + fillQuery(query),
    params,
    body: endpoint.body ? bodyFor(found.name, await c.req.text()) : undefined,
    headers: kind === 'bundled' ? pickHeaders(c.req.raw.headers, [idempotencyKeyHeader, ifMatchHeader]) : {},
    maxAgeSeconds: found.name === 'messageList' ? pollMaxAgeOf(c.req.header('cache-control')) : null,
  }
}

/**
 * The headers with an Idempotency-Key that belongs to the person: the service knows only the account, and would replay to one person what another
 * was answered.
 */
function ofPerson(member: Member | null, headers: Record<string, string>): Record<string, string> {
  const key = headers[idempotencyKeyHeader]
  if (member === null || key === undefined) return headers
  return { ...headers, [idempotencyKeyHeader]: createHash('sha256').update(`${member.id} ${key}`).digest('base64url') }
}

/** The first result, however often it is asked for. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined
  return () => (result ??= work())
}

const pickHeaders = (headers: Headers, names: string[]) =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = headers.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )

const bodyFor = (name: ApiName, text: string) => (name === 'accountUpdate' ? pickAccountFields(text) : text)

/** The number of ids in a list, for the log. */
function idCount(body: string | undefined): { count?: number } {
  const ids = parseJson(body ?? '')
  return Array.isArray(ids) ? { count: ids.length } : {}
}

/** `accountUpdate` needs a confirmation only where it changes the e-mail. */
const stepUpNames: ReadonlySet<ApiName> = new Set(stepUpEndpoints)

/**
 * Whether a call changes the e-mail of the account. The page sends the whole profile with every save, so only a different address counts as a change.
 * @param readAccount reads the account of the session from the service
 */
async function changesEmail(
  { name, body }: { name: ApiName; body: string | undefined },
  readAccount: () => Promise<ServiceResponse>,
): Promise<boolean> {
  if (name !== 'accountUpdate') return false
  const { email } = parseDraft(body)
  if (email === undefined) return false
  const stored = AccountResponse.safeParse((await readAccount()).json)
  return !stored.success || stored.data.data.email !== email
}

/**
 * The body of an account update, rebuilt from the keys of the contract, so that what is checked here is what the service receives. The original
 * could contain the e-mail twice, or with a differently cased key, which services read in different ways.
 */
function pickAccountFields(body: string): string {
  const draft = parseDraft(body)
  const infinite = Object.keys(draft).find((key) => draft[key] === Infinity || draft[key] === -Infinity)
  // Numbers beyond 1.8e308 are parsed as Infinity and would be serialized as null, which empties a field.
  if (infinite) throw invalid({ [infinite]: ['is too large a number'] })
  try {
    return JSON.stringify(draft)
  } catch {
    // JSON.parse accepts any depth, JSON.stringify does not.
    throw invalid({ body: ['is nested too deeply'] })
  }
}

function parseDraft(body: string | undefined): Record<string, unknown> {
  const json = parseJson(body ?? '')
  if (json === undefined) throw notJson()
  if (!isObject(json)) throw invalid({ body: ['must be an object'] })
  return Object.fromEntries(Object.entries(json).filter(([key]) => Object.hasOwn(AccountDraft.shape, key)))
}

/** A request of a program to our own service, without the session's cookie, which does not count here. */
export async function serviceRequest(c: RequestContext): Promise<Request> {
  const { pathname, search } = new URL(c.req.url)
  const headers = new Headers(c.req.raw.headers)
  headers.delete('cookie')
  // Hono leaves out the body of the response to HEAD.
  const method = c.req.method === 'HEAD' ? 'GET' : c.req.method
  const body = method === 'GET' ? null : await c.req.arrayBuffer()
  const address = `http://service.invalid${pathname.slice('/api'.length)}${search}`
  return new Request(address, { method, headers, body })
}
