import type { z } from 'zod/mini'
import { api, type Api, type ApiName } from './api.ts'
import { fillPath, fillQuery, type Endpoint, type Input, type Output } from './endpoint.ts'
import { idempotencyKeyHeader, ifMatchHeader } from './own-service.ts'
import { accountChangedCode, freshTokenCode } from './session.ts'
import { refusal } from './values.ts'

/** Why a call did not succeed. Each has its own words in the dashboard (ui.md, Manners 3). */
export type FailureKind =
  /** Nothing answered: this device is offline, or the address is wrong or down. */
  | 'unreachable'
  /** The browser did not let the page read the answer (CORS); only possible without the gateway. */
  | 'blocked'
  | 'timed-out'
  /** 401: no session, or the token is not (or no longer) accepted. */
  | 'signed-out'
  /** Another 4xx, or 200 with `status: false`: nothing was done. */
  | 'refused'
  | 'too-many-requests'
  /** 5xx, whatever its body says: it may come from before the work or from after it. */
  | 'server-error'
  /** An answer that is not of this API: a web page, broken JSON, missing fields, a redirect. */
  | 'not-this-api'

/** See the fields of Failure. */
interface Details {
  code?: string | undefined
  serviceMessage?: string | undefined
  reason?: string | undefined
  isFromGateway?: boolean
  hadNoEffect?: boolean
  advice?: string | undefined
  fields?: Record<string, string[]> | undefined
  retryAfter?: number | undefined
  status?: number | undefined
  cause?: unknown
}

export class Failure extends Error {
  override name = 'Failure'
  readonly kind: FailureKind
  /** The refusal's code, where the service sent one. */
  readonly code: string | undefined
  /** The service's own words; '' where it sent none. */
  readonly serviceMessage: string
  /** Why, as a sentence of the gateway; '' where it said nothing. */
  readonly reason: string
  /** Whether the gateway answered, and not the service: only then its code can ask for a session or a token. */
  readonly isFromGateway: boolean
  /** Our own words about what to do, where the usual ones for the kind would not fit. */
  readonly advice: string | undefined
  /** Messages by field name. */
  readonly fields: Record<string, string[]>
  /** Seconds to wait, from Retry-After. */
  readonly retryAfter: number | undefined
  /** Of the answer, where one came. */
  readonly status: number | undefined

  /** A look at the service after the failure showed no effect. */
  readonly hadNoEffect: boolean

  /** No answer, one that cannot be read, or an error of the server: a change may have taken effect all the same. */
  get outcomeUnknown(): boolean {
    return ['unreachable', 'timed-out', 'not-this-api', 'server-error'].includes(this.kind)
  }

  constructor(kind: FailureKind, details: Details = {}) {
    super(details.serviceMessage || details.reason || kind, { cause: details.cause })
    this.kind = kind
    this.code = details.code
    this.serviceMessage = details.serviceMessage?.trim() ?? ''
    this.reason = details.reason ?? ''
    this.isFromGateway = details.isFromGateway ?? false
    this.hadNoEffect = details.hadNoEffect ?? false
    this.advice = details.advice
    this.fields = details.fields ?? {}
    this.retryAfter = details.retryAfter
    this.status = details.status
  }

  /** The same failure, with what was found out since. */
  with(found: Pick<Details, 'advice' | 'hadNoEffect'>): Failure {
    const { code, serviceMessage, reason, isFromGateway, hadNoEffect, advice, fields, retryAfter, status } = this
    const before = { code, serviceMessage, reason, isFromGateway, hadNoEffect, advice, fields, retryAfter, status }
    return new Failure(this.kind, { ...before, ...found, cause: this })
  }
}

/** The same failure after a look at the service that showed no effect. @param advice what to do now, where the usual words would not fit */
export const withoutEffect = (failure: Failure, advice?: string): Failure => failure.with({ hadNoEffect: true, ...(advice && { advice }) })

/** What has to be read before a change is sent. Where that fails, nothing was sent. */
export const readFirst = <T>(reading: Promise<T>): Promise<T> =>
  reading.catch((error: unknown) => {
    throw error instanceof Failure && error.outcomeUnknown ? withoutEffect(error, 'Nothing was sent. You may try again.') : error
  })

/**
 * How requests leave: the gateway's cookie, or a base address with a bearer header. `path` starts with a slash. Resolves to the service's answer.
 * Rejects with a Failure when nothing could be read, or when the gateway itself answered.
 */
export type Send = (
  path: string,
  init: {
    method: string
    /** Those of own-service.ts: only the gateway needs to pass them on. */
    headers?: Record<string, string>
    body?: string
    signal: AbortSignal
  },
) => Promise<Response>

/** Every endpoint but the deprecated read. */
export type CallName = Exclude<ApiName, 'messageListSlow'>

/** The endpoints that only read, known by their names: a test holds that these are the ones with GET. */
export type ReadName = Extract<CallName, `${string}List` | `${string}Read`>
export type WriteName = Exclude<CallName, ReadName>

export interface Call {
  <K extends CallName>(name: K, input: Input<Api[K]>, options?: CallOptions): Promise<Output<Api[K]>>
}

export interface ReadCall {
  <K extends ReadName>(name: K, input: Input<Api[K]>, options?: CallOptions): Promise<Output<Api[K]>>
}

export interface CallOptions {
  signal?: AbortSignal | undefined
  /** What the change was made for, see versionOf(). */
  version?: string | undefined
  /** Whoever calls repeats it in a way of their own, so nobody else does. */
  noRetry?: boolean
}

/** Longest wait for an answer. Beyond it the outcome of a change is unknown. */
export const responseTimeoutMs = 15_000

/**
 * What is missing when a request is refused before anything was done: a session, a session of the account that the page shows, or a token that was
 * entered just now.
 */
export type AuthChallenge = 'session' | 'own session' | 'fresh token'

/** Resolves to true once the need of the call `name` is met, to false when it will not be. May reject with better words than the refusal has. */
export type AnswerChallenge = (need: AuthChallenge, name: ApiName, signal?: AbortSignal) => Promise<boolean>

const versions = new WeakMap<object, string>()

/** The version of what an answer holds. Undefined where the service told none: then a change cannot name it. */
export const versionOf = (answer: object): string | undefined => versions.get(answer)

/** Milliseconds before a request with a key is sent again; nobody waits longer for that, whatever Retry-After asks. */
const retryWaitsMs = [300, 1500]
const maxRetryWaitMs = 5000

/**
 * `call(name, input)` sends one request and resolves to the tidy answer. It sends a request again only where it was refused for a need that was met
 * then, when nothing was done yet; and, where `knowsKeys` says that the service tells a repetition by its key, twice when the outcome is unknown.
 * Rejects with a Failure, or with the signal's reason when the caller aborts.
 */
export function createClient(send: Send, meet?: AnswerChallenge, knowsIdempotencyKeys?: () => boolean): Call {
  return (name, input, { signal, version, noRetry } = {}) => {
    const { method, path, response, clientResponse = response, nonIdempotent }: Endpoint = api[name]
    const { params, query, body } = input as { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }
    const key = nonIdempotent && !noRetry && knowsIdempotencyKeys?.() && crypto.randomUUID()
    const once = async (timeout: AbortSignal) => {
      try {
        const answer = await send(fillPath(path, params) + fillQuery(query), {
          method,
          headers: { ...(key && { [idempotencyKeyHeader]: key }), ...(version && { [ifMatchHeader]: version }) },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        })
        const tidy = (await read(answer, clientResponse)) as Output<Api[typeof name]>
        const tag = answer.headers.get('etag')
        if (tag) versions.set(tidy, tag)
        return tidy
      } catch (error) {
        if (error instanceof Failure) throw error
        if (signal?.aborted) throw signal.reason
        throw new Failure(timeout.aborted ? 'timed-out' : 'unreachable', { cause: error })
      }
    }
    const attempt = async () => {
      // One time limit for all: nobody waits longer for three requests than for one.
      const timeout = AbortSignal.timeout(responseTimeoutMs)
      for (const wait of key ? retryWaitsMs : [])
        try {
          return await once(timeout)
        } catch (error) {
          const ms = retryWaitMs(error, wait)
          if (ms > maxRetryWaitMs || timeout.aborted) throw error
          await new Promise((resolve) => setTimeout(resolve, ms))
        }
      return once(timeout)
    }
    return withChallenges(attempt, (need) => meet?.(need, name, signal))
  }
}

/** Milliseconds, infinite where the answer would be the same again. A gateway that is too busy (503) has done nothing yet. */
const retryWaitMs = (error: unknown, wait: number) =>
  error instanceof Failure && (error.outcomeUnknown || error.status === 503)
    ? Math.max(wait, (error.retryAfter ?? 0) * 1000)
    : Number.POSITIVE_INFINITY

/** Tries once, and once more after each need that was met. Nobody is asked for the same twice. */
export async function withChallenges<T>(
  attempt: () => Promise<T>,
  meet: (need: AuthChallenge) => Promise<boolean> | undefined,
  met: AuthChallenge[] = [],
): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    const need = challengeOf(error)
    if (need && !met.includes(need) && (await meet(need))) return withChallenges(attempt, meet, [...met, need])
    throw error
  }
}

function challengeOf(error: unknown): AuthChallenge | null {
  if (!(error instanceof Failure)) return null
  if (error.kind === 'signed-out') return 'session'
  if (!error.isFromGateway) return null
  return error.code === accountChangedCode ? 'own session' : error.code === freshTokenCode ? 'fresh token' : null
}

async function read(answer: Response, schema: z.ZodMiniType): Promise<unknown> {
  // 0 is an opaque redirect: a login page instead of an answer.
  if (answer.status === 0 || (answer.status >= 300 && answer.status < 400)) throw new Failure('not-this-api')
  const text = await answer.text()
  const json = parse(text)
  const refused = refusal.safeParse(json)
  const details = {
    status: answer.status,
    retryAfter: secondsFrom(answer.headers.get('retry-after')),
    ...(refused.success && { code: refused.data.code, serviceMessage: refused.data.message, fields: refused.data.errors }),
  }
  if (answer.status === 401) throw new Failure('signed-out', details)
  if (answer.status === 429) throw new Failure('too-many-requests', details)
  // An error of the server is not an answer about the change, even where its body calls it refused.
  if (answer.status >= 500) throw new Failure('server-error', details)
  if (refused.success && !refused.data.status) throw new Failure('refused', details)
  if (!answer.ok) throw new Failure(refused.success ? 'refused' : 'not-this-api', details)
  const parsed = schema.safeParse(json)
  if (!parsed.success) throw new Failure('not-this-api', { ...details, cause: parsed.error })
  return parsed.data
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Retry-After in seconds: a number, or a date. */
export function secondsFrom(header: string | null): number | undefined {
  if (!header) return undefined
  const value = Number(header)
  if (Number.isFinite(value)) return Math.max(0, value)
  const until = Date.parse(header)
  return Number.isNaN(until) ? undefined : Math.max(0, (until - Date.now()) / 1000)
}
