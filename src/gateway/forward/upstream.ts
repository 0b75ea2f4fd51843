import type { MiddlewareHandler } from 'hono'
import { parseAnswer } from '#contract/answer-json.ts'
import { Refusal } from '#http/refusal.ts'
import { aheadAfter, clockHeader } from '#contract/clocks.ts'
import type { UpstreamOutcome } from '../metrics/recorder.ts'
import { type ReadAnswer, createAnswerReader } from './answer-limits.ts'
import { tokenRefused, tooManyRequests, upstreamFailing, upstreamNotApi, upstreamTimeout, upstreamUnreachable } from '../refusals.ts'
import type { Bindings } from '../server/request-context.ts'

/** The service behind the gateway. The operator chooses it, and no request can change where its calls go. */
export interface Upstream {
  kind: 'bundled' | 'remote'
  /** The base URL of a remote service without a trailing slash; '' for our own. */
  address: string
  fetch: (path: string, init: RequestInit) => Promise<Response>
  /** Of a remote service: the limit of one answer, undefined = the default; see answer-limits.ts. */
  maxAnswerMiB?: number | undefined
  /** Reads the answers of a remote service within the limits; null for our own, which needs none. */
  read: ReadAnswer | null
  /** By how many milliseconds its clock is ahead of ours; negative: behind; 0 also where it is not known. */
  aheadMs: () => number
  /** Told of every request that has ended. */
  onEnd?: (method: string, path: string, outcome: UpstreamOutcome, seconds: number) => void
}

export interface UpstreamResponse {
  status: number
  /** The body as received. */
  text: string
  json: Record<string, unknown>
  /** A long list streamed by our own service; `text` and `json` are empty then. */
  stream: ReadableStream<Uint8Array> | null
  retryAfter: string | null
  headers: Headers
}

export interface UpstreamRequest {
  method: string
  token: string
  body?: string | undefined
  headers?: Record<string, string>
}

/** For the complete response. */
export const responseTimeoutMs = 15_000

/** Our own service, in this process. */
export const bundledUpstream = (service: { fetch: (request: Request) => Response | Promise<Response> }): Upstream => ({
  kind: 'bundled',
  address: '',
  read: null,
  aheadMs: () => 0,
  // It cannot be aborted, and a Request with a signal is kept in memory long after its response.
  fetch: async (path, init) => service.fetch(new Request(`http://service.invalid${path}`, { ...init, signal: null })),
})

/** @param nowMs our clock */
export const remoteUpstream = (address: string, maxAnswerMiB?: number, nowMs: () => number = Date.now): Upstream => {
  const clock = createServiceClock()
  return {
    kind: 'remote',
    address,
    maxAnswerMiB,
    read: createAnswerReader(maxAnswerMiB),
    aheadMs: clock.aheadMs,
    fetch: async (path, init) => {
      const sentMs = nowMs()
      const response = await fetch(`${address}${path}`, init)
      clock.note(response.headers, sentMs, nowMs())
      return response
    },
  }
}

/**
 * Sends one request, never retried. Resolves to any JSON object that the service returns, refusals included.
 * Throws `upstream_unreachable`, `upstream_timeout`, `upstream_failing`, `upstream_too_large` or `upstream_not_api`, and a refusal for a 401 or 429
 * without JSON.
 */
export async function requestUpstream(upstream: Upstream, path: string, request: UpstreamRequest): Promise<UpstreamResponse> {
  const began = performance.now()
  const ended = (outcome: UpstreamOutcome) => upstream.onEnd?.(request.method, path, outcome, (performance.now() - began) / 1000)
  try {
    const response = await requestInTime(upstream, path, request)
    ended(outcomeOf(response.status))
    return response
  } catch (error) {
    ended((error instanceof Refusal && outcomeOfCode[error.code]) || 'failed')
    throw error
  }
}

const outcomeOf = (status: number): UpstreamOutcome =>
  status >= 500 ? 'failed' : status === 429 ? 'limited' : status >= 400 ? 'refused' : 'ok'

const outcomeOfCode: Partial<Record<Refusal['code'], UpstreamOutcome>> = {
  upstream_timeout: 'timeout',
  upstream_unreachable: 'unreachable',
  upstream_not_api: 'not_api',
  token_refused: 'refused',
  too_many_requests: 'limited',
}

async function requestInTime(upstream: Upstream, path: string, request: UpstreamRequest): Promise<UpstreamResponse> {
  const abort = new AbortController()
  const timeout = new Promise<never>((_, reject) => {
    abort.signal.addEventListener('abort', () => reject(upstreamTimeout()), { once: true })
  })
  const timer = setTimeout(() => abort.abort(), responseTimeoutMs)
  try {
    const { response, text } = await Promise.race([send(upstream, path, request, abort.signal), timeout])
    return parseResponse(response, text, upstream.kind)
  } finally {
    clearTimeout(timer)
  }
}

async function send(upstream: Upstream, path: string, { method, token, body, headers }: UpstreamRequest, signal: AbortSignal) {
  try {
    const response = await upstream.fetch(path, {
      method,
      headers: {
        ...headers,
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
      signal,
    })
    if (upstream.read) return { response, text: response.body ? await upstream.read(response.body, method === 'GET') : '' }
    // Our own responses need no limit, and reading a string without a stream is twice as fast.
    return { response, text: isStream(response) ? null : await response.text() }
  } catch (error) {
    if (error instanceof Refusal) throw error
    if (signal.aborted) throw upstreamTimeout()
    throw upstreamUnreachable()
  }
}

/** Whether a response of our own service is a long list. */
export const isStream = ({ status, headers }: Response) => status === 200 && headers.get('transfer-encoding') === 'chunked'

function parseResponse(response: Response, text: string | null, kind: Upstream['kind']): UpstreamResponse {
  const retryAfter = response.headers.get('retry-after')
  if (text === null) return { status: response.status, text: '', json: {}, stream: response.body, retryAfter, headers: response.headers }
  if (response.status >= 300 && response.status < 400) throw upstreamNotApi('it redirects')
  const json = parseObject(text)
  if (json) {
    const isMarked = kind === 'remote' && text.includes('"isReduced"') && removeMarks(json)
    const body = isMarked ? JSON.stringify(json) : text
    return { status: response.status, text: body, json, stream: null, retryAfter, headers: response.headers }
  }
  // These statuses mean the same with any body; a proxy in front of the service may have sent them.
  if (response.status === 401) throw tokenRefused()
  if (response.status === 429) throw tooManyRequests(retryAfter)
  if (response.status >= 500) throw upstreamFailing(response.status)
  throw upstreamNotApi(`it answered ${response.status} without a JSON object`)
}

/** Only the gateway says what it has left out (contract/gateway/reduced.ts). Whether a service said so. */
function removeMarks({ data }: Record<string, unknown>): boolean {
  const marked = [data].flat().filter((row): row is Record<string, unknown> => isObject(row) && 'isReduced' in row)
  for (const row of marked) delete row['isReduced']
  return marked.length > 0
}

function parseObject(text: string): Record<string, unknown> | null {
  const json = parseAnswer(text)
  return isObject(json) ? json : null
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A Date header has whole seconds: the time was up to this much later. */
const resolutionMs = 1000

/** The clock of a service, as its answers tell it. Messages carry times of that clock, which may differ from ours. */
export function createServiceClock() {
  let aheadMs = 0
  return {
    /** By how many milliseconds the service is ahead of us; negative: behind; 0 also where it is not known. */
    aheadMs: (): number => aheadMs,
    /** Told of each answer. Times are milliseconds of our clock. */
    note: (headers: Headers, sentMs: number, receivedMs: number): void => {
      // An answer that a cache kept tells when it was made.
      const timeMs = headers.has('age') ? Number.NaN : Date.parse(headers.get('date') ?? '')
      if (!Number.isNaN(timeMs)) aheadMs = aheadAfter(aheadMs, timeMs - receivedMs, timeMs + resolutionMs - sentMs)
    },
  }
}

/** Tells the page the time of the gateway and of the service, because the clock of a computer may be wrong. */
export const addClocks =
  (nowMs: () => number, aheadMs: () => number): MiddlewareHandler<Bindings> =>
  async (c, next) => {
    await next()
    c.res.headers.set(clockHeader, `${nowMs()} ${aheadMs()}`)
  }
